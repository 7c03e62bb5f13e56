//! Enumerations that the API writes as numbers. Each is declared once for the API, the catalogue files and SQL. The
//! codes are fixed by the API.

/// Declares an enumeration that the API, the catalogue files and SQL write as an integer.
#[macro_export]
macro_rules! coded_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $code:tt,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, sea_orm::EnumIter, sea_orm::DeriveActiveEnum)]
        #[sea_orm(rs_type = "i32", db_type = "Integer")]
        pub enum $name {
            $($(#[$variant_meta])* #[sea_orm(num_value = $code)] $variant = $code,)*
        }

        impl $name {
            pub const fn code(self) -> i32 {
                self as i32
            }

            pub fn from_code(code: i64) -> Option<Self> {
                match code {
                    $($code => Some($name::$variant),)*
                    _ => None,
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i32(self.code())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let code = <i64 as serde::Deserialize>::deserialize(deserializer)?;
                $name::from_code(code).ok_or_else(|| {
                    serde::de::Error::custom(format!("{code} is not one of {:?}", [$($code),*]))
                })
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "integer", "enum": [$($code),*] })
            }
        }

        impl poem_openapi::types::Type for $name {
            const IS_REQUIRED: bool = true;
            type RawValueType = Self;
            type RawElementValueType = Self;

            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_ref() -> poem_openapi::registry::MetaSchemaRef {
                poem_openapi::registry::MetaSchemaRef::Reference(stringify!($name).to_owned())
            }

            fn register(registry: &mut poem_openapi::registry::Registry) {
                registry.create_schema::<Self, _>(stringify!($name).to_owned(), |_| {
                    poem_openapi::registry::MetaSchema {
                        enum_items: vec![$(serde_json::json!($code)),*],
                        ..poem_openapi::registry::MetaSchema::new("integer")
                    }
                });
            }

            fn as_raw_value(&self) -> Option<&Self> {
                Some(self)
            }

            fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
                Box::new(self.as_raw_value().into_iter())
            }
        }

        impl poem_openapi::types::ToJSON for $name {
            fn to_json(&self) -> Option<serde_json::Value> {
                Some(serde_json::json!(self.code()))
            }
        }

        impl poem_openapi::types::ParseFromJSON for $name {
            fn parse_from_json(value: Option<serde_json::Value>) -> poem_openapi::types::ParseResult<Self> {
                let value = value.unwrap_or_default();
                match value.as_i64() {
                    Some(code) => $name::from_code(code)
                        .ok_or_else(|| poem_openapi::types::ParseError::custom("is not a known code")),
                    None => Err(poem_openapi::types::ParseError::expected_type(value)),
                }
            }
        }
    };
}

coded_enum! {
    /// The path by which a shopper buys.
    SaleFlow {
        Public = 1,
        TicketingEntitlementRedemption = 2,
        TagSalePromotion = 3,
        AddOnTagSalePromotion = 4,
        PromotionCode = 5,
        CrossSellPromotion = 6,
        VerifiedOfferPromotion = 7,
        Donation = 8,
        BundleBuilder = 9,
        AdvancedSale = 14,
        AccountEntitlement = 15,
    }
}

coded_enum! {
    /// The kind of a promotion.
    PromotionType {
        DynamicPricing = 1,
        CartEntitlement = 2,
        ProductSale = 3,
        VariantSale = 4,
        TagSale = 5,
        PassRenewal = 6,
        NewPassTag = 7,
        DynamicPricingChild = 8,
        AddOnTagSale = 9,
        VerifiedOfferTagSale = 10,
        PromotionCode = 11,
        ReservationTicketEntitlement = 12,
        ReservationTicketCounter = 13,
        TicketingDynamicOffer = 14,
        TicketingPackage = 15,
        TicketRenewal = 16,
        TicketUpgrade = 17,
        ProductCrossSell = 18,
        BundleBuilder = 19,
    }
}

coded_enum! {
    /// The kind of a ticket: a pass or another ticket (`ticketTypeId` on the wire).
    TicketType {
        Pass = 1,
        Ticket = 3,
    }
}

coded_enum! {
    /// Who finances an installment plan for passes (`planTypeId` on the wire): the shop, or a lender. The shop does not
    /// know the payments of a lender plan.
    PlanType {
        House = 1,
        Lender = 2,
    }
}

coded_enum! {
    /// The proof that linking a pass requires (`passValidationMethodId` on the wire): the phone number or the postal
    /// code.
    PassValidation {
        Phone = 1,
        Zip = 2,
    }
}

coded_enum! {
    /// Whether a pass is for a season.
    PassKind {
        SeasonPass = 1,
        NonSeasonPass = 2,
    }
}

coded_enum! {
    /// The list in which a product is offered beside other products.
    DisplayCategory {
        Primary = 1,
        Promotional = 2,
        Secondary = 3,
    }
}

coded_enum! {
    /// How a shopper chooses a place in a show: 1 and 4 by variant, 2 by section, 3 by seat.
    ShowType {
        General = 1,
        Sections = 2,
        Seats = 3,
        GeneralTimed = 4,
    }
}

coded_enum! {
    /// Availability as a level, wherever tickets are sold. For reservations it is [`VisitLevel`].
    CapacityLevel {
        Available = 1,
        Limited = 2,
        AlmostFull = 3,
        Full = 4,
        Unavailable = 99,
    }
}

coded_enum! {
    /// Availability of a day or an entry time that shoppers reserve. The codes differ from the codes of
    /// [`CapacityLevel`].
    VisitLevel {
        Reached = 1,
        Almost = 2,
        Nearing = 3,
        Available = 4,
        Closed = 5,
        Unavailable = 6,
    }
}

coded_enum! {
    /// Where a shopper chooses a benefit of a reservation: at the ticket that gives it, or in the list of the whole
    /// reservation.
    BenefitSelection {
        OnTicket = 1,
        OfReservation = 2,
    }
}

coded_enum! {
    /// Whether an order is a purchase, or consists only of redemptions and costs nothing.
    OrderType {
        Purchase = 1,
        Redemption = 2,
    }
}
impl SaleFlow {
    /// Whether this flow sells only together with an item that is already in the cart: add-ons and cross-sells.
    pub fn needs_host(self) -> bool {
        matches!(self, SaleFlow::AddOnTagSalePromotion | SaleFlow::CrossSellPromotion)
    }

    /// Whether this flow redeems an entitlement of a pass or an account.
    pub fn is_redemption(self) -> bool {
        matches!(self, SaleFlow::TicketingEntitlementRedemption | SaleFlow::AccountEntitlement)
    }

    /// Whether this flow sells at the price of a code, of a tag's page or beside other items, so that the shopper can
    /// choose another sale or the public price instead. New passes in a tag's sale are among them.
    pub fn is_open_sale(self) -> bool {
        matches!(self, SaleFlow::TagSalePromotion | SaleFlow::PromotionCode | SaleFlow::CrossSellPromotion)
    }

    /// Whether a promotion of this flow may be open to the holders of certain pass levels.
    pub fn is_for_pass_levels(self) -> bool {
        matches!(self, SaleFlow::VerifiedOfferPromotion | SaleFlow::AdvancedSale)
    }
}
