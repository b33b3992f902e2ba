/** The technique that a sub-technique belongs to (`T1059` of `T1059.001`); a technique is its own. */
export function parentOf(attackId: string): string {
  const dot = attackId.indexOf(".");
  return dot === -1 ? attackId : attackId.slice(0, dot);
}
