//! The JSON form of a rule set, as far as the kernel needs it.

use serde::{Deserialize, Deserializer, de::Error as _};

use crate::tile::{Kind, KindSet, kind_at};

/// A rule set as written.
#[derive(Debug, Deserialize)]
pub(crate) struct RuleSetData {
    pub sets: u8,
    pub shapes: Vec<String>,
    pub exclusions: Exclusions,
    pub states: States,
    pub grades: [i32; 3],
    pub rows: Vec<RowData>,
}

/// How exclusions combine.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Exclusions {
    /// The best consistent set of instances counts.
    Best,
    /// What holds excludes, whatever it is worth.
    Unconditional,
}

/// Whether the states of kongs and of the winning group are the winner's choice.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum States {
    /// They are.
    Free,
    /// Every group is as it was obtained.
    AsObtained,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Scaling {
    Scaled,
    Flat,
    Final,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Repeat {
    Each,
    Once,
}

#[derive(Debug, Deserialize)]
pub(crate) struct RowData {
    pub id: String,
    pub value: i32,
    pub value_if_claimed: Option<i32>,
    pub when: Vec<WhenData>,
    pub scaling: Scaling,
    pub repeat: Repeat,
    pub shapes: Vec<String>,
    pub family: Option<String>,
    pub beside: Vec<String>,
    pub kinds: Vec<String>,
    pub pool: Option<String>,
    pub tier: Option<String>,
    pub excludes: Vec<String>,
    pub alone: bool,
    pub counts_to_min: bool,
    pub capped: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct WhenData {
    #[serde(rename = "match")]
    pub matcher: Matcher,
    pub times: i32,
}

/// A kind set, fixed or named by the situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KindSetData {
    Fixed(KindSet),
    Seat,
    Round,
    Guest,
}

impl<'de> Deserialize<'de> for KindSetData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.as_str() {
            "@seat" => return Ok(Self::Seat),
            "@round" => return Ok(Self::Round),
            "@guest" => return Ok(Self::Guest),
            _ => {}
        }
        let mut kinds = KindSet::EMPTY;
        let mut ranks: Vec<u8> = Vec::new();
        for char in text.chars() {
            if let Some(digit) = char.to_digit(10).filter(|digit| *digit > 0) {
                ranks.push(digit as u8 - 1);
                continue;
            }
            let suit = "mpsz".find(char).ok_or_else(|| D::Error::custom(format!("not a kind set: {text}")))?;
            for rank in ranks.drain(..) {
                kinds = kinds.union(KindSet::of(kind_at(suit, rank) as Kind));
            }
        }
        if !ranks.is_empty() || !kinds.within(KindSet::ALL) {
            return Err(D::Error::custom(format!("not a kind set: {text}")));
        }
        Ok(Self::Fixed(kinds))
    }
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SetKind {
    Chow,
    Pung,
    Kong,
    Set,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RunKind {
    Chow,
    Pung,
    Pair,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StateData {
    Any,
    Concealed,
    Exposed,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LaidData {
    Any,
    Open,
    Concealed,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WaitKind {
    Only,
    Single,
    TwoPairs,
    LastVisible,
    OnlyByShape,
    TwoSided,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FlowersKind {
    None,
    Own,
    Other,
    Series,
    BothSeriesTouched,
    Count,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WinIn {
    Pair,
    Any,
}

/// The indicators that a row of dora looks at.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Indicators {
    Dora,
    Ura,
}

/// The tile that an indicator makes worth something.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Points {
    /// The next one in its row.
    Next,
    Itself,
}

/// A number, or a word that stands for no limit (`all`, `any`).
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(untagged)]
pub(crate) enum NumberOr<W> {
    Number(u8),
    Word(W),
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum All {
    All,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Any {
    Any,
}

pub(crate) type Range = Option<[u8; 2]>;

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(crate) enum Matcher {
    Tiles {
        within: Vec<KindSetData>,
        present: Vec<KindSetData>,
        suits: Option<u8>,
    },
    EachGroup {
        touch: KindSetData,
        chows: u8,
    },
    Sets {
        kind: SetKind,
        n: NumberOr<All>,
        exact: bool,
        within: Option<KindSetData>,
        state: StateData,
        laid: LaidData,
        distinct: bool,
        pair: Option<KindSetData>,
    },
    Run {
        kind: RunKind,
        ranks: Vec<u8>,
        suits: NumberOr<Any>,
        start: Option<u8>,
        pair: bool,
        twins: bool,
        times: u8,
    },
    Copies {
        groups: u8,
        at_least: u8,
    },
    Pair {
        within: KindSetData,
    },
    Counts {
        vector: Vec<u8>,
        spare: u8,
    },
    Melds {
        chow: Range,
        pung: Range,
        open_kong: Range,
        concealed_kong: Range,
        laid: Range,
        win_in: WinIn,
    },
    Wait {
        kind: WaitKind,
    },
    Flowers {
        which: FlowersKind,
        n: Option<u8>,
    },
    Event(EventData),
    Shape {
        id: String,
    },
    Dora {
        indicators: Indicators,
        points: Points,
    },
    Residual {
        free: Vec<String>,
        limited: Vec<String>,
        at_most: u8,
    },
    AllOf {
        of: Vec<Matcher>,
    },
    Not {
        of: Box<Matcher>,
    },
}

/// What happened: all of the names, one of the ways of winning where there are some, no more tiles in the rivers.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct EventData {
    pub names: Vec<String>,
    pub by: Vec<String>,
    pub river: Option<u8>,
}
