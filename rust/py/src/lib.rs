//! The kernel as a Python module: converts in, makes one call, converts out.

mod analysis;
mod arrow;
mod batch;
mod calls;
mod hand;
mod kept;
mod reading;
mod result;
mod scores;
mod situations;
mod stack;
mod table;
mod text;
mod ways;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

fn bad(message: &str) -> PyErr {
    PyValueError::new_err(message.to_owned())
}

/// The kernel of tingpai.
#[pymodule]
fn _internal(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<hand::Hand>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<table::Situated>()?;
    module.add_class::<table::Decompose>()?;
    module.add_class::<reading::Reading>()?;
    module.add_class::<calls::Terms>()?;
    module.add_class::<calls::ScoreCall>()?;
    module.add_class::<calls::WaitsCall>()?;
    module.add_class::<calls::DistanceCall>()?;
    module.add_class::<kept::Kept>()?;
    module.add_class::<ways::Way>()?;
    module.add_class::<ways::Ways>()?;
    module.add_class::<batch::Rows>()?;
    module.add_class::<result::Result>()?;
    arrow::add_to(module)?;
    module.add_class::<scores::Admission>()?;
    module.add_class::<scores::Scorer>()?;
    module.add_class::<scores::Frame>()?;
    module.add_class::<scores::Hands>()?;
    module.add_class::<scores::Answers>()?;
    module.add_class::<situations::Codes>()?;
    module.add_class::<situations::Tiles>()?;
    module.add_class::<situations::Situations>()?;
    module.add_function(wrap_pyfunction!(situations::situations, module)?)?;
    module.add_function(wrap_pyfunction!(analysis::analyse, module)?)?;
    module.add_function(wrap_pyfunction!(batch::expand, module)?)?;
    module.add_function(wrap_pyfunction!(text::read_hand, module)?)?;
    kept::add_to(module)
}
