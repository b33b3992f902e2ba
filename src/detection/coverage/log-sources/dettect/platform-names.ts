import { foldText } from "../../../../platform/lib/text.ts";

/** ATT&CK's platforms as it writes them; DeTT&CT takes them in any case. */
const NAMES = [
  "Windows",
  "Linux",
  "macOS",
  "IaaS",
  "SaaS",
  "Containers",
  "ESXi",
  "Network",
  "Network Devices",
  "Identity Provider",
  "Office Suite",
  "Azure AD",
  "Office 365",
  "Google Workspace",
  "PRE",
  "Android",
  "iOS",
];

const byFolded = new Map(NAMES.map((name) => [foldText(name), name]));

/** A platform as ATT&CK writes it; one that it does not have stays as it is. */
export function toPlatform(name: string): string {
  return byFolded.get(foldText(name)) ?? name.trim();
}
