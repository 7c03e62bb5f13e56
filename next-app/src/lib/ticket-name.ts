type Named = { displayName: string; effectivePassLevelName?: string };

/**
 * A ticket's name with its pass level, for places that do not show the level separately. Two passes may differ only in
 * their level.
 */
export function ticketName({ displayName, effectivePassLevelName }: Named): string {
  return effectivePassLevelName ? `${displayName} (${effectivePassLevelName})` : displayName;
}
