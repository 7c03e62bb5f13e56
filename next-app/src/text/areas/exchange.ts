export const exchangeTexts = {
  "exchange.title": "Which tickets would you like to change?",
  "exchange.none": "Nothing in this order can be changed online.",
  "exchange.until": "You can change it for free until {{until}}.",
  "exchange.until-fee": "For {{fee}} each, you can change it until {{until}}.",
  "exchange.how":
    "Next, choose your new tickets. What you paid for these counts toward the new ones, and you'll pay the difference or get it back. Your current tickets stay valid until then.",
  "exchange.continue": "Choose new tickets",
  "exchange.keep": "Keep my tickets",
  "exchange.heading": "You're exchanging",
  "exchange.item": "{{quantity}} × {{name}}",
  "exchange.of-order": "From order {{order}}. They stay valid until you place this order.",
  "exchange.worth": "What you paid for them",
  "exchange.fee": "Exchange fee",
  "exchange.choose": "Choose a new date, time, or seats",
  "exchange.stop": "Keep these tickets",
  "exchange.begun": "You're exchanging tickets. Choose the new ones, then go to your cart.",
  "exchange.to-cart": "Go to your cart",
} as const;
