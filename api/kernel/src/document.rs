//! Documents: values that a column stores as one JSON text and that are read and written as a whole. No SQL statement
//! looks inside a document, so the column has a text type and the database parses nothing.

/// Lets the listed types be stored in a document column.
#[macro_export]
macro_rules! documents {
    ($($name:ident),*) => {$(
        impl From<$name> for $crate::sea_orm::Value {
            fn from(document: $name) -> Self {
                // Serialisation cannot fail, because no document contains a map whose keys are neither texts nor numbers.
                $crate::sea_orm::Value::String(serde_json::to_string(&document).ok())
            }
        }

        impl $crate::sea_orm::TryGetable for $name {
            fn try_get_by<I: $crate::sea_orm::ColIdx>(row: &$crate::sea_orm::QueryResult, at: I) -> Result<Self, $crate::sea_orm::TryGetError> {
                let text = <String as $crate::sea_orm::TryGetable>::try_get_by(row, at)?;
                serde_json::from_str(&text).map_err(|error| $crate::sea_orm::DbErr::Json(error.to_string()).into())
            }
        }

        impl $crate::sea_orm::sea_query::ValueType for $name {
            fn try_from(value: $crate::sea_orm::Value) -> Result<Self, $crate::sea_orm::sea_query::ValueTypeErr> {
                match value {
                    $crate::sea_orm::Value::String(Some(text)) => {
                        serde_json::from_str(&text).map_err(|_| $crate::sea_orm::sea_query::ValueTypeErr)
                    }
                    _ => Err($crate::sea_orm::sea_query::ValueTypeErr),
                }
            }

            fn type_name() -> String {
                stringify!($name).to_owned()
            }

            fn array_type() -> $crate::sea_orm::sea_query::ArrayType {
                $crate::sea_orm::sea_query::ArrayType::String
            }

            fn column_type() -> $crate::sea_orm::sea_query::ColumnType {
                $crate::sea_orm::sea_query::ColumnType::Text
            }
        }

        impl $crate::sea_orm::sea_query::Nullable for $name {
            fn null() -> $crate::sea_orm::Value {
                $crate::sea_orm::Value::String(None)
            }
        }
    )*};
}
