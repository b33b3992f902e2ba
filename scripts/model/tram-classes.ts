import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { labelSpace, type LabelSpace } from "./label-space.ts";

/** The 50 techniques that TRAM's annotators looked for; ids of ATT&CK, some since revoked. */
const TRAM_CLASSES = (
  "T1003.001 T1005 T1012 T1016 T1021.001 T1027 T1033 T1036.005 T1041 T1047 T1053.005 T1055 T1056.001 T1057 " +
  "T1059.003 T1068 T1070.004 T1071.001 T1072 T1074.001 T1078 T1082 T1083 T1090 T1095 T1105 T1106 T1110 " +
  "T1112 T1113 T1140 T1190 T1204.002 T1210 T1218.011 T1219 T1484.001 T1518.001 T1543.003 T1547.001 " +
  "T1548.002 T1552.001 T1557.001 T1562.001 T1564.001 T1566.001 T1569.002 T1570 T1573.001 T1574.002"
).split(" ");

export function tramSpace({ replacements }: ReleaseIndex): LabelSpace {
  return labelSpace(TRAM_CLASSES.map((id) => replacements.get(id) ?? id));
}
