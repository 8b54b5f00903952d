//! Columns as Python reads them: texts as bytes and offsets, counts as bytes, everything else as values and codes.

use std::hash::Hash;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, GenericStringArray, LargeStringArray, OffsetSizeTrait};
use arrow_buffer::{Buffer, NullBuffer, ScalarBuffer};
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

/// Kinds of tiles that counts count.
const KINDS: i32 = 34;

/// What a column of this type can be read as.
pub fn kind(of: &DataType) -> &'static str {
    match of {
        DataType::Dictionary(_, values) => match kind(values) {
            "counts" => "other",
            kind => kind,
        },
        DataType::Null => "nothing",
        DataType::Boolean => "flag",
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "text",
        DataType::List(item) | DataType::LargeList(item) if kind(item.data_type()) == "text" => "texts",
        DataType::FixedSizeList(item, KINDS) if *item.data_type() == DataType::UInt8 => "counts",
        DataType::FixedSizeBinary(KINDS) | DataType::Binary | DataType::LargeBinary | DataType::BinaryView => "counts",
        integer if integer.is_integer() => "number",
        _ => "other",
    }
}

/// Buffers, and the rows that hold nothing.
type Texts = (Buffer, Buffer, Vec<usize>);
type Counts = (Buffer, Vec<usize>);
type Coded = (Vec<Value>, Buffer);

/// A column of texts (null ones are empty): its UTF-8, where each begins and the last ends (int32 or int64), and which rows are null.
pub fn texts(array: &dyn Array) -> PyResult<Texts> {
    match array.data_type() {
        DataType::Utf8 if array.null_count() == 0 => Ok(lent(array.as_string::<i32>())),
        DataType::LargeUtf8 if array.null_count() == 0 => Ok(lent(array.as_string::<i64>())),
        _ => long_texts(array).map(|texts| lent(&texts)).ok_or_else(|| unread(array)),
    }
}

/// A column of counts: 34 bytes for each row, and which rows hold no 34 counts.
pub fn counts(array: &dyn Array) -> PyResult<Counts> {
    let (buffer, nulls) = match array.data_type() {
        DataType::FixedSizeList(..) => {
            let lists = array.as_fixed_size_list();
            let counts = lists.values().as_primitive_opt::<UInt8Type>().ok_or_else(|| unread(array))?;
            let mut empty = null_rows(lists.nulls());
            // A single count that is null leaves the hand unknown, too.
            empty.extend(null_rows(counts.nulls()).into_iter().map(|count| count / KINDS as usize));
            empty.sort_unstable();
            empty.dedup();
            (counts.values().inner().clone(), empty)
        }
        DataType::FixedSizeBinary(_) => (array.as_fixed_size_binary().values().clone(), null_rows(array.nulls())),
        DataType::Binary => packed(array.as_binary::<i32>().iter()),
        DataType::LargeBinary => packed(array.as_binary::<i64>().iter()),
        DataType::BinaryView => packed(array.as_binary_view().iter()),
        _ => return Err(unread(array)),
    };
    Ok((buffer, nulls))
}

/// Any other column: its different values, and of each row the number (int32) of its value, -1 where it is null.
pub fn codes(array: &dyn Array) -> PyResult<Coded> {
    let (values, codes) = coded(array).ok_or_else(|| unread(array))?;
    Ok((values, ScalarBuffer::from(codes).into_inner()))
}

fn unread(array: &dyn Array) -> PyErr {
    PyTypeError::new_err(format!("a column of {} cannot be read so", array.data_type()))
}

fn null_rows(nulls: Option<&NullBuffer>) -> Vec<usize> {
    nulls.map_or_else(Vec::new, |nulls| (0..nulls.len()).filter(|&row| nulls.is_null(row)).collect())
}

fn lent<O: OffsetSizeTrait>(texts: &GenericStringArray<O>) -> Texts {
    let offsets = texts.offsets().inner().inner().clone();
    (texts.values().clone(), offsets, null_rows(texts.nulls()))
}

/// Texts of any layout, in the one with a single run of bytes.
fn long_texts(array: &dyn Array) -> Option<LargeStringArray> {
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().collect(),
        DataType::Utf8View => array.as_string_view().iter().collect(),
        DataType::Dictionary(..) => {
            let values = long_texts(array.as_any_dictionary().values())?;
            let texts = keys(array).into_iter().map(|key| key.filter(|&key| values.is_valid(key)));
            texts.map(|key| key.map(|key| values.value(key))).collect()
        }
        _ => return None,
    })
}

/// Of each row of a dictionary array the number of its value.
fn keys(array: &dyn Array) -> Vec<Option<usize>> {
    let dictionary = array.as_any_dictionary();
    if dictionary.values().is_empty() {
        return vec![None; array.len()];
    }
    let keys = dictionary.normalized_keys().into_iter().enumerate();
    keys.map(|(row, key)| array.is_valid(row).then_some(key)).collect()
}

fn packed<'a>(rows: impl Iterator<Item = Option<&'a [u8]>>) -> (Buffer, Vec<usize>) {
    let (mut bytes, mut other) = (Vec::new(), Vec::new());
    for (row, counts) in rows.enumerate() {
        match counts {
            Some(counts) if counts.len() == KINDS as usize => bytes.extend_from_slice(counts),
            _ => {
                bytes.extend_from_slice(&[0; KINDS as usize]);
                other.push(row);
            }
        }
    }
    (Buffer::from(bytes), other)
}

/// A value of a keyword.
#[derive(Clone, IntoPyObject)]
pub enum Value {
    Flag(bool),
    Number(i128),
    Text(String),
    Texts(Vec<Option<String>>),
}

fn coded(array: &dyn Array) -> Option<(Vec<Value>, Vec<i32>)> {
    macro_rules! numbers {
        ($kind:ty) => {
            by_value(array.as_primitive::<$kind>().iter(), |number| Value::Number(number.into()))
        };
    }
    let text = |text: &str| Value::Text(text.into());
    Some(match array.data_type() {
        DataType::Null => (Vec::new(), vec![-1; array.len()]),
        DataType::Boolean => by_value(array.as_boolean().iter(), Value::Flag),
        DataType::Utf8 => by_value(array.as_string::<i32>().iter(), text),
        DataType::LargeUtf8 => by_value(array.as_string::<i64>().iter(), text),
        DataType::Utf8View => by_value(array.as_string_view().iter(), text),
        DataType::Int8 => numbers!(Int8Type),
        DataType::Int16 => numbers!(Int16Type),
        DataType::Int32 => numbers!(Int32Type),
        DataType::Int64 => numbers!(Int64Type),
        DataType::UInt8 => numbers!(UInt8Type),
        DataType::UInt16 => numbers!(UInt16Type),
        DataType::UInt32 => numbers!(UInt32Type),
        DataType::UInt64 => numbers!(UInt64Type),
        DataType::List(_) => by_value(array.as_list::<i32>().iter().map(tiles), Value::Texts),
        DataType::LargeList(_) => by_value(array.as_list::<i64>().iter().map(tiles), Value::Texts),
        DataType::Dictionary(..) => {
            let (values, inner) = coded(array.as_any_dictionary().values())?;
            let codes = keys(array).into_iter().map(|key| key.map_or(-1, |key| inner[key]));
            (values, codes.collect())
        }
        _ => return None,
    })
}

/// The texts of one row of a column of lists.
fn tiles(list: Option<ArrayRef>) -> Option<Vec<Option<String>>> {
    let texts = long_texts(&list?)?;
    Some(texts.iter().map(|text| text.map(str::to_owned)).collect())
}

fn by_value<T: Clone + Eq + Hash>(
    rows: impl Iterator<Item = Option<T>>,
    told: impl Fn(T) -> Value,
) -> (Vec<Value>, Vec<i32>) {
    let (mut values, mut known) = (Vec::new(), FxHashMap::<T, i32>::default());
    let codes = rows.map(|value| {
        let Some(value) = value else { return -1 };
        let next = values.len() as i32;
        *known.entry(value).or_insert_with_key(|value| {
            values.push(told(value.clone()));
            next
        })
    });
    let codes = codes.collect();
    (values, codes)
}
