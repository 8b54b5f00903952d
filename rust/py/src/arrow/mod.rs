//! Arrow record batches in and out, through the `PyCapsule` interface: any library that speaks it hands its columns over
//! without copying them.

mod analysis;
mod answer;
mod capsules;
mod columns;
mod lines;
mod reader;
mod scores;

use pyo3::prelude::*;

pub use capsules::{bytes, lend};

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<analysis::ArrowAnalysis>()?;
    module.add_class::<reader::ArrowBatch>()?;
    module.add_class::<reader::ArrowReader>()?;
    module.add_class::<reader::ArrowSchema>()?;
    module.add_class::<scores::ArrowScores>()?;
    module.add_function(wrap_pyfunction!(reader::arrow_stream, module)?)
}
