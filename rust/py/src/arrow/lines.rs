//! The columns that explain a score: its lines, and how the hand was read.

use std::sync::Arc;

use arrow_array::builder::{Int16Builder, ListBuilder};
use arrow_array::types::Int16Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Int16Array, Int32Array, ListArray, StringArray, StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use super::scores::{flags, values};

/// Bits of what a line used: groups from the first on, flowers from this one on.
const FLOWERS: u32 = 24;
/// Numbers of first tiles for each kind of group.
const FIRSTS: usize = 34;
/// No shape: the hand has no reading.
const NONE: u8 = 255;

/// Words that columns name by number, so that each stands in memory once.
#[derive(Clone)]
pub struct Words {
    words: Arc<StringArray>,
    /// Of each number the place of its word; not every number has one, and several may have the same.
    places: Vec<Option<i16>>,
}

impl Words {
    pub fn new(words: Vec<Option<String>>) -> Self {
        let (mut told, mut known) = (Vec::new(), FxHashMap::default());
        let places = words.into_iter().map(|word| {
            let next = told.len() as i16;
            Some(*known.entry(word?).or_insert_with_key(|word: &String| {
                told.push(Some(word.clone()));
                next
            }))
        });
        let places = places.collect();
        Self { words: Arc::new(told.into_iter().collect()), places }
    }

    pub fn all(words: Vec<String>) -> Self {
        Self::new(words.into_iter().map(Some).collect())
    }

    /// What a column of words is.
    pub fn data_type() -> DataType {
        DataType::Dictionary(Box::new(DataType::Int16), Box::new(DataType::Utf8))
    }

    fn place(&self, number: usize) -> Option<i16> {
        self.places.get(number).copied().flatten()
    }

    /// The column of these numbers; a number without a word is null.
    pub fn coded(&self, numbers: impl Iterator<Item = impl Into<usize>>, valid: Option<&NullBuffer>) -> ArrayRef {
        let places = numbers.map(|number| self.place(number.into())).enumerate();
        let stands = |row: usize| valid.is_none_or(|valid| valid.is_valid(row));
        self.placed(places.map(|(row, place)| place.filter(|_| stands(row))).collect())
    }

    fn placed(&self, places: Int16Array) -> ArrayRef {
        Arc::new(DictionaryArray::<Int16Type>::new(places, self.words.clone()))
    }
}

/// Column `lines`: of each row a list of what counts.
pub struct Lines {
    /// Ids, Chinese names, English names and clauses of rows.
    names: [Words; 4],
    /// The tiles of groups, where lines say which they used.
    tiles: Option<Words>,
}

impl Lines {
    pub fn new(rows: &[[String; 4]], tiles: Option<Words>) -> Self {
        let names = [0, 1, 2, 3].map(|name| Words::all(rows.iter().map(|row| row[name].clone()).collect()));
        Self { names, tiles }
    }

    fn fields(&self) -> Fields {
        let mut fields = ["id", "zh", "en"].map(|name| (name, Words::data_type())).to_vec();
        fields.extend(["value", "grade", "times", "subtotal"].map(|name| (name, DataType::Int32)));
        fields.push(("clause", Words::data_type()));
        fields.extend(self.tiles.as_ref().map(|_| ("groups", list_of(Words::data_type()))));
        fields.into_iter().map(|(name, of)| Field::new(name, of, true)).collect()
    }

    pub fn data_type(&self) -> DataType {
        list_of(DataType::Struct(self.fields()))
    }

    pub fn column(&self, scores: &Bound<'_, PyAny>, valid: &NullBuffer) -> PyResult<ArrayRef> {
        let rows: Vec<u16> = values(scores, "line_row")?;
        let named = |name: usize| self.names[name].coded(rows.iter().copied(), None);
        let mut columns = vec![named(0), named(1), named(2)];
        for name in ["line_value", "line_grade", "line_times", "line_subtotal"] {
            columns.push(Arc::new(Int32Array::from(values::<i32>(scores, name)?)));
        }
        columns.push(named(3));
        if let Some(tiles) = &self.tiles {
            columns.push(used_groups(scores, tiles)?);
        }
        let lines = of_fields(self.fields(), columns, None);
        Ok(lists(&values(scores, "line_starts")?, lines, Some(valid.clone())))
    }
}

/// Of each line the tiles of the groups, and the flowers, that it used.
fn used_groups(scores: &Bound<'_, PyAny>, tiles: &Words) -> PyResult<ArrayRef> {
    let (lines, groups): (Vec<u32>, Vec<u32>) = (values(scores, "line_starts")?, values(scores, "group_starts")?);
    let (used, group_tiles): (Vec<u32>, Vec<usize>) = (values(scores, "line_used")?, group_numbers(scores)?);
    let item: FieldRef = Field::new("item", Words::data_type(), true).into();
    let mut numbers = ListBuilder::new(Int16Builder::new());
    for (lines, groups) in lines.windows(2).zip(groups.windows(2)) {
        let mine = &group_tiles[groups[0] as usize..groups[1] as usize];
        for &used in &used[lines[0] as usize..lines[1] as usize] {
            for bit in (0..u32::BITS).filter(|bit| used >> bit & 1 == 1) {
                let flower = |bit: u32| tiles.places.len() - 8 + (bit - FLOWERS) as usize;
                let number = mine.get(bit as usize).copied().unwrap_or_else(|| flower(bit));
                numbers.values().append_option(tiles.place(number));
            }
            numbers.append(true);
        }
    }
    let (_, offsets, numbers, _) = numbers.finish().into_parts();
    let numbers = numbers.as_any().downcast_ref::<Int16Array>().cloned().unwrap_or_else(|| Int16Array::new_null(0));
    Ok(Arc::new(ListArray::new(item, offsets, tiles.placed(numbers), None)))
}

/// Of each group the number of its tiles among the words.
fn group_numbers(scores: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let (kinds, firsts): (Vec<u8>, Vec<u8>) = (values(scores, "group_kind")?, values(scores, "group_first")?);
    Ok(kinds.iter().zip(firsts).map(|(&kind, first)| usize::from(kind) * FIRSTS + usize::from(first)).collect())
}

/// Column `arrangement`: how each hand was read.
pub struct Arrangements {
    shapes: Words,
    kinds: Words,
    laid: Words,
    states: Words,
    tiles: Words,
}

impl Arrangements {
    pub fn new(shapes: Vec<String>, kinds: Vec<String>, laid: Vec<String>, tiles: Words) -> Self {
        let states = Words::all(vec!["exposed".into(), "concealed".into()]);
        Self { shapes: Words::all(shapes), kinds: Words::all(kinds), laid: Words::all(laid), states, tiles }
    }

    fn group_fields() -> Fields {
        let words = ["kind", "tiles", "state", "laid"].into_iter();
        let words = words.map(|name| Field::new(name, Words::data_type(), true));
        words.chain([Field::new("winning", DataType::Boolean, true)]).collect()
    }

    fn fields() -> Fields {
        let groups = list_of(DataType::Struct(Self::group_fields()));
        Fields::from(vec![Field::new("shape", Words::data_type(), true), Field::new("groups", groups, true)])
    }

    pub fn data_type() -> DataType {
        DataType::Struct(Self::fields())
    }

    pub fn column(&self, scores: &Bound<'_, PyAny>, valid: &NullBuffer) -> PyResult<ArrayRef> {
        let shapes: Vec<u8> = values(scores, "shape")?;
        let read: Vec<bool> = shapes.iter().zip(valid).map(|(&shape, valid)| valid && shape != NONE).collect();
        let concealed = flags(scores, "group_concealed")?;
        let groups = vec![
            self.kinds.coded(values::<u8>(scores, "group_kind")?.into_iter(), None),
            self.tiles.coded(group_numbers(scores)?.into_iter(), None),
            self.states.coded(concealed.into_iter(), None),
            self.laid.coded(values::<u8>(scores, "group_laid")?.into_iter(), None),
            Arc::new(BooleanArray::from(flags(scores, "group_winning")?)),
        ];
        let groups = of_fields(Self::group_fields(), groups, None);
        let groups = lists(&values(scores, "group_starts")?, groups, None);
        let shapes = self.shapes.coded(shapes.into_iter(), None);
        Ok(of_fields(Self::fields(), vec![shapes, groups], Some(read.into())))
    }
}

pub fn list_of(item: DataType) -> DataType {
    DataType::List(Field::new("item", item, true).into())
}

/// Lists over the rows of an array, each from one start to the next.
pub fn lists(starts: &[u32], items: ArrayRef, nulls: Option<NullBuffer>) -> ArrayRef {
    let starts: ScalarBuffer<i32> = starts.iter().map(|&start| start as i32).collect();
    let item = Field::new("item", items.data_type().clone(), true).into();
    Arc::new(ListArray::new(item, OffsetBuffer::new(starts), items, nulls))
}

pub fn of_fields(fields: Fields, columns: Vec<ArrayRef>, nulls: Option<NullBuffer>) -> ArrayRef {
    Arc::new(StructArray::new(fields, columns, nulls))
}
