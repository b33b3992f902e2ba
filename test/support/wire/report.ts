/** A report whose techniques the embedded analyzer finds, too. */
export const REPORT =
  "In May Cozy Bear sent spearphishing emails with a malicious attachment to two ministries. A macro in it used PowerShell to download Cobalt Strike. The actors dumped the memory of LSASS to obtain credentials. They encrypted all files on the servers and deleted the shadow copies.";

/** A row for a sentence of it. */
const row = (attack_id: string, evidence: string) => ({ attack_id, confidence: 0.9, evidence });
export const ROWS = [
  row("T1566.001", "sent spearphishing emails with a malicious attachment to two ministries"),
  row("T1059.001", "A macro in it used PowerShell to download Cobalt Strike."),
  row("T1003.001", "The actors dumped the memory of LSASS to obtain credentials."),
  row("T1486", "They encrypted all files on the servers"),
  row("T1490", "deleted the shadow copies"),
];
export const SUMMARY = "Cozy Bear sent emails (T1566.001) and used PowerShell (T1059.001).";

/** What a good model answers to it. */
export const answer = (change: object = {}): string =>
  JSON.stringify({ summary: SUMMARY, techniques: ROWS, groups: ["Cozy Bear"], ...change });
export const GOOD = answer();
