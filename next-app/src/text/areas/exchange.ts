export const exchangeTexts = {
  "exchange.title": "Which tickets would you like to change?",
  "exchange.none": "Nothing in this order can be changed online.",
  "exchange.until": "You can change your tickets for free until {{until}}.",
  "exchange.until-fee": "You can change your tickets until {{until}}. Fee per ticket or item: {{fee}}.",
  "exchange.how":
    "Next, choose your new tickets. What you paid counts toward the new ones, and you'll pay or get back the difference. Your current tickets stay valid until you place the new order.",
  "exchange.continue": "Choose new tickets",
  "exchange.keep": "Keep my tickets",
  "exchange.heading": "You're exchanging",
  "exchange.item": "{{quantity}} × {{name}}",
  "exchange.of-order": "From order {{order}}. These tickets stay valid until you place your new order.",
  "exchange.worth": "What you paid",
  "exchange.fee": "Exchange fee",
  "exchange.choose": "Choose a new date, time, or seat",
  "exchange.stop": "Keep these tickets",
  "exchange.stop-title": "Keep your tickets?",
  "exchange.stop-kept": "You'll keep {{items}}, and nothing changes in order {{order}}.",
  "exchange.stop-new":
    "Your cart has what you chose instead: {{items}}. Would you like to remove it, or buy it in addition?",
  "exchange.stop-remove": "Remove it",
  "exchange.stop-buy": "Buy it in addition",
  "exchange.go-on": "Keep exchanging",
  "exchange.ended": "You're keeping {{items}}. The exchange has ended.",
  "exchange.ended-removed":
    "You're keeping {{items}}. What you chose instead was removed from your cart, and the exchange has ended.",
  "exchange.ended-buying":
    "You're keeping {{items}}. What you chose instead stays in your cart, and you'll pay the full price for it.",
  "exchange.begun": "You're exchanging {{items}}. Value: {{worth}}.",
  "exchange.begun-fee": "You're exchanging {{items}}. Value: {{worth}}. Exchange fee: {{fee}}.",
  "exchange.items-on": "{{items}} on {{visit}}",
  "exchange.rule":
    "Choose the same number of the same type at any price, or a different type that costs at least as much. Then go to your cart.",
  "exchange.rule-bundle":
    "Choose a new date or time with the same items, at any price. If you leave something out, the new one must cost at least as much. Then go to your cart.",
  "exchange.still-missing": "Still to choose: {{items}}.",
  "exchange.complete": "Your new tickets are in your cart.",
  "exchange.choose-now": "Choose now",
  "exchange.choose-now-of": "Choose now: {{name}}",
  "exchange.to-cart": "Go to your cart",
} as const;
