export const toastTexts = {
  "toast.region": "Notifications",
} as const;
