export const reservationReviewTexts = {
  "reservation-review.intro": "Please check everything. Your visit isn't reserved yet.",
  "reservation-review.guest": "Guest",
  "reservation-review.party": "Your party",
  "reservation-review.visit": "Your visit",
  "reservation-review.add-ons": "Add-ons",
  "reservation-review.add-ons-none": "You didn't choose any add-ons.",
  "reservation-review.other-day":
    "Your cart also has items for another day that aren't part of this visit. In your cart, you can remove them or change their day:",
  "reservation-review.to-cart": "Go to your cart",
  "reservation-review.edit": "Edit",
  "reservation-review.edit-guest": "Edit guest",
  "reservation-review.edit-party": "Edit your party",
  "reservation-review.edit-visit": "Edit your visit",
  "reservation-review.edit-add-ons": "Edit add-ons",
  "reservation-review.change-until":
    "After you confirm, you can move or cancel this visit until {{day}}, {{time}}.",
  "reservation-review.no-change":
    "Because this visit is so soon, you can't move or cancel it after you confirm.",
  "reservation-review.held-many": "Your spots are held for {{minutes}} more minutes.",
  "reservation-review.held-one": "Your spots are held for less than one more minute.",
  "reservation-review.lapsed":
    "Your spots are no longer held. We'll try to hold them again when you continue.",
  "reservation-review.submit": "Confirm Reservation",
  "reservation-review.to-payment": "Continue to Payment",
  "reservation-review.submitting": "Confirming your reservation",
  "reservation-review.to-checkout": "Continue to Checkout",
  "reservation-review.checkout-hint":
    "Your add-ons are free. Next, complete your order at checkout. Placing your order confirms the reservation.",
  "reservation-review.payment-hint": "Next, pay for your add-ons. Your payment confirms the reservation.",
  "reservation-review.other-date": "Choose another date",
} as const;
