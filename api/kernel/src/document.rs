//! Documents: values that a column keeps as one JSON text, read and written as a whole. No statement looks into one, so that a
//! database stores what it is given and parses nothing.

/// Lets types be such values.
#[macro_export]
macro_rules! documents {
    ($($name:ident),*) => {$(
        impl From<$name> for sea_orm::Value {
            fn from(document: $name) -> Self {
                // Strings, numbers, lists and structs of them: there is nothing that JSON cannot say.
                sea_orm::Value::String(serde_json::to_string(&document).ok())
            }
        }

        impl sea_orm::TryGetable for $name {
            fn try_get_by<I: sea_orm::ColIdx>(row: &sea_orm::QueryResult, at: I) -> Result<Self, sea_orm::TryGetError> {
                let text = <String as sea_orm::TryGetable>::try_get_by(row, at)?;
                serde_json::from_str(&text).map_err(|error| sea_orm::DbErr::Json(error.to_string()).into())
            }
        }

        impl sea_orm::sea_query::ValueType for $name {
            fn try_from(value: sea_orm::Value) -> Result<Self, sea_orm::sea_query::ValueTypeErr> {
                match value {
                    sea_orm::Value::String(Some(text)) => {
                        serde_json::from_str(&text).map_err(|_| sea_orm::sea_query::ValueTypeErr)
                    }
                    _ => Err(sea_orm::sea_query::ValueTypeErr),
                }
            }

            fn type_name() -> String {
                stringify!($name).to_owned()
            }

            fn array_type() -> sea_orm::sea_query::ArrayType {
                sea_orm::sea_query::ArrayType::String
            }

            fn column_type() -> sea_orm::sea_query::ColumnType {
                sea_orm::sea_query::ColumnType::Text
            }
        }

        impl sea_orm::sea_query::Nullable for $name {
            fn null() -> sea_orm::Value {
                sea_orm::Value::String(None)
            }
        }
    )*};
}
