/** A link, a citation or code, as ATT&CK writes them. */
const MARK =
  /\[(?<label>[^\]]{1,500})\]\([^)\s]{1,2000}\)|\(Citation: [^)]{1,500}\)|<\/?code>|<br\s*\/?>/g;

/** A description of ATT&CK as plain text: links by their words, citations left to the source. */
export function plainAttackText(text: string): string {
  return text.replaceAll(MARK, (_mark, label?: string) => label ?? "").trim();
}
