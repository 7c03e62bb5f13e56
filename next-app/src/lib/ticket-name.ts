type Named = { displayName: string; effectivePassLevelName?: string };

/** A ticket's name where its pass level is not shown beside it. Two passes may differ only in their level. */
export function ticketName({ displayName, effectivePassLevelName }: Named): string {
  return effectivePassLevelName ? `${displayName} (${effectivePassLevelName})` : displayName;
}
