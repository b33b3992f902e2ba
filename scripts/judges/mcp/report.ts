/** What the clients have analyzed. */
export const REPORT =
  "The attackers sent spearphishing emails with a malicious attachment. The loader ran an encoded PowerShell command and created a scheduled task for persistence.";
