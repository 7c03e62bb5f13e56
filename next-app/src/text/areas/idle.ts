export const idleTexts = {
  "idle.title": "Are you still there?",
  "idle.signed-in": "You will be signed out in {{time}}",
  "idle.guest": "Your visit ends in {{time}}",
  "idle.signed-in-hint": "Your cart is kept with your account.",
  "idle.guest-hint": "Your cart is emptied then, and the places held for you are given back.",
  "idle.announce-signed-in": "You will be signed out in {{seconds}} seconds.",
  "idle.announce-guest": "Your visit ends in {{seconds}} seconds.",
  "idle.stay": "Stay",
  "idle.sign-out": "Sign out",
  "idle.end": "End my visit",
} as const;
