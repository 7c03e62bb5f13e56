export const idleTexts = {
  "idle.title": "Are you still there?",
  "idle.signed-in": "You'll be signed out in {{time}}",
  "idle.guest": "Your session ends in {{time}}",
  "idle.signed-in-hint": "Your cart will stay in your account.",
  "idle.guest-hint": "Any items in your cart will be removed and no longer held for you.",
  "idle.announce-signed-in": "You'll be signed out in {{seconds}} seconds.",
  "idle.announce-guest": "Your session ends in {{seconds}} seconds.",
  "idle.stay": "Stay",
  "idle.sign-out": "Sign Out",
  "idle.end": "End session",
} as const;
