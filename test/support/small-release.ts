import type {
  IndexedGroup,
  IndexedTechnique,
  ReleaseIndex,
} from "../../src/knowledge/attack/release-index.ts";

const TECHNIQUES: [string, string][] = [
  ["T1001.002", "Steganography"],
  ["T1021", "Remote Services"],
  ["T1021.001", "Remote Desktop Protocol"],
  ["T1021.004", "SSH"],
  ["T1027", "Obfuscated Files or Information"],
  ["T1027.003", "Steganography"],
  ["T1036", "Masquerading"],
  ["T1036.005", "Match Legitimate Resource Name or Location"],
  ["T1053", "Scheduled Task/Job"],
  ["T1053.002", "At"],
  ["T1053.005", "Scheduled Task"],
  ["T1055", "Process Injection"],
  ["T1055.012", "Process Hollowing"],
  ["T1056.001", "Keylogging"],
  ["T1059", "Command and Scripting Interpreter"],
  ["T1059.001", "PowerShell"],
  ["T1059.006", "Python"],
  ["T1078", "Valid Accounts"],
  ["T1218.011", "Rundll32"],
  ["T1547.001", "Registry Run Keys / Startup Folder"],
  ["T1552", "Unsecured Credentials"],
  ["T1552.004", "Private Keys"],
  ["T1566", "Phishing"],
  ["T1566.001", "Spearphishing Attachment"],
  ["T1566.002", "Spearphishing Link"],
  ["T1568.002", "Domain Generation Algorithms"],
  ["T1583", "Acquire Infrastructure"],
  ["T1583.004", "Server"],
  ["T1588", "Obtain Capabilities"],
  ["T1588.002", "Tool"],
  ["T1590.005", "IP Addresses"],
  ["T1598", "Phishing for Information"],
  ["T1598.003", "Spearphishing Link"],
];

const GROUPS: [string, string, ...string[]][] = [
  ["G0004", "Ke3chang", "APT15", "NICKEL", "Nylon Typhoon"],
  ["G0007", "APT28", "Fancy Bear", "Sofacy", "TG-4127"],
  ["G0010", "Turla", "Snake", "Venomous Bear"],
  ["G0016", "APT29", "Cozy Bear", "The Dukes"],
  ["G0020", "Equation"],
  ["G0030", "Lotus Blossom", "Thrip"],
  ["G0043", "Group5"],
  ["G0045", "menuPass", "APT10"],
  ["G0076", "Thrip"],
  ["G0087", "APT39", "Chafer"],
  ["G0088", "TEMP.Veles"],
  ["G0091", "Silence"],
  ["G0114", "Chimera"],
  ["G1004", "LAPSUS$"],
  ["G1040", "Play"],
];

const SOFTWARE: [id: string, type: "malware" | "tool", name: string, ...aliases: string[]][] = [
  ["S0002", "tool", "Mimikatz"],
  ["S0039", "tool", "Net", "net.exe"],
  ["S0154", "malware", "Cobalt Strike"],
  ["S0183", "tool", "Tor"],
  ["S0363", "tool", "Empire", "EmPyre", "PowerShell Empire"],
  ["S0446", "malware", "Ryuk"],
  ["S1129", "malware", "Akira"],
  ["S1162", "malware", "Playcrypt", "Play"],
];

/** An index of a few techniques and groups under their real ids and names; nothing in it is related. */
export function smallRelease(): ReleaseIndex {
  const techniques = TECHNIQUES.map(([attack_id, name]): [string, IndexedTechnique] => [
    attack_id,
    { attack_id, stix_id: `attack-pattern--${attack_id}`, name, tactics: [], platforms: [] },
  ]);
  return {
    release_id: 1,
    domain: "enterprise-attack",
    version: "18.1",
    tactics: [],
    techniques: new Map(techniques),
    replacements: new Map([["T1086", "T1059.001"]]),
    splits: new Map(),
    inactive: new Map([["T1108", "deprecated"]]),
    former_names: new Map(),
    groups: GROUPS.map(([attack_id, name, ...aliases]): IndexedGroup => ({
      attack_id,
      stix_id: `intrusion-set--${attack_id}`,
      name,
      aliases,
      techniques: [],
    })),
    campaigns: [],
    software: SOFTWARE.map(([attack_id, type, name, ...aliases]) => ({
      attack_id,
      stix_id: `${type}--${attack_id}`,
      name,
      type,
      aliases,
      techniques: [],
    })),
  };
}
