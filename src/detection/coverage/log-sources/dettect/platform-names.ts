import { foldText } from "../../../../platform/lib/text.ts";

/** ATT&CK's spelling of platforms; DeTT&CT ignores case. */
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

/** Returns ATT&CK's spelling of a platform. Unknown platforms are unchanged. */
export function toPlatform(name: string): string {
  return byFolded.get(foldText(name)) ?? name.trim();
}
