import type { SourceKind } from "./source.ts";

/*
 * What shows a technique best where it is not a started process. A sub-technique that is not
 * listed follows its technique; a technique that is not listed follows its first tactic. To teach
 * the generator another one, add its id to the list of a kind.
 */
const TECHNIQUES: Partial<Record<SourceKind, readonly string[]>> = {
  script: ["T1059.001", "T1027.010", "T1620"],
  registry: [
    "T1112",
    "T1547.001",
    "T1546.001",
    "T1546.011",
    "T1546.012",
    "T1546.015",
    "T1037.001",
    "T1137",
    "T1553.003",
  ],
  file: [
    "T1005",
    "T1025",
    "T1036.008",
    "T1039",
    "T1074",
    "T1080",
    "T1105",
    "T1119",
    "T1204.002",
    "T1222",
    "T1485",
    "T1486",
    "T1491",
    "T1505",
    "T1546.004",
    "T1546.005",
    "T1547.009",
    "T1552.001",
    "T1554",
    "T1560",
    "T1564.001",
    "T1565.001",
    "T1570",
    "T1647",
  ],
  module: ["T1129", "T1218.010", "T1547.005", "T1547.008", "T1556.002", "T1574", "T1574.001"],
  process_access: ["T1003.001", "T1055", "T1134"],
  network: [
    "T1040",
    "T1041",
    "T1046",
    "T1048",
    "T1095",
    "T1090",
    "T1205",
    "T1498",
    "T1499",
    "T1557",
    "T1571",
    "T1572",
    "T1573",
    "T1599",
  ],
  dns: [
    "T1071.004",
    "T1568",
    "T1583.001",
    "T1584.001",
    "T1583.002",
    "T1584.002",
    "T1590.002",
    "T1596.001",
  ],
  proxy: [
    "T1071",
    "T1102",
    "T1189",
    "T1204.001",
    "T1567",
    "T1583.006",
    "T1584.006",
    "T1608",
    "T1659",
  ],
  webserver: ["T1190", "T1505.003", "T1594", "T1595"],
  authentication: [
    "T1021",
    "T1078",
    "T1110",
    "T1111",
    "T1133",
    "T1199",
    "T1212",
    "T1550",
    "T1556",
    "T1558",
    "T1563",
    "T1606",
    "T1621",
    "T1649",
  ],
  email: ["T1114", "T1534", "T1566", "T1598", "T1667", "T1672"],
  control: [
    "T1098",
    "T1136",
    "T1484",
    "T1525",
    "T1526",
    "T1528",
    "T1530",
    "T1535",
    "T1537",
    "T1538",
    "T1578",
    "T1580",
    "T1609",
    "T1610",
    "T1612",
    "T1613",
    "T1619",
    "T1648",
    "T1651",
    "T1666",
    "T1671",
    "T1675",
    "T1677",
  ],
};

const TACTICS: Record<string, SourceKind> = {
  reconnaissance: "webserver",
  "resource-development": "proxy",
  "lateral-movement": "authentication",
  "command-and-control": "network",
  exfiltration: "network",
  "inhibit-response-function": "control",
  "impair-process-control": "control",
};

const BY_TECHNIQUE = new Map(
  Object.entries(TECHNIQUES).flatMap(([kind, ids]) =>
    ids.map((id): [string, SourceKind] => [id, kind as SourceKind]),
  ),
);

/** The kind of source that shows a technique best, from its id and tactics. */
export function kindOf(attackId: string, tactics: readonly string[]): SourceKind {
  const [parent = attackId] = attackId.split(".");
  const listed = BY_TECHNIQUE.get(attackId) ?? BY_TECHNIQUE.get(parent);
  const tactic = tactics[0] ?? "";
  return listed ?? (Object.hasOwn(TACTICS, tactic) ? TACTICS[tactic] : undefined) ?? "process";
}
