type Named = { displayName: string; effectivePassLevelName?: string };

/** What a ticket is called where its pass level stands nowhere beside it: two may differ in nothing else. */
export function ticketName({ displayName, effectivePassLevelName }: Named): string {
  return effectivePassLevelName ? `${displayName} (${effectivePassLevelName})` : displayName;
}
