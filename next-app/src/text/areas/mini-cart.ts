export const miniCartTexts = {
  "mini-cart.name": "Cart",
  "mini-cart.one": "Cart, 1 item",
  "mini-cart.many": "Cart, {{count}} items",
  "mini-cart.updated-empty": "Cart updated. Your cart is empty.",
  "mini-cart.updated-one": "Cart updated, 1 item",
  "mini-cart.updated-many": "Cart updated, {{count}} items",
} as const;
