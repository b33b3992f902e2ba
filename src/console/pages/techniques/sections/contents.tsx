import { useQuery } from "@tanstack/react-query";
import { atomicTestsQuery, detectionQuery, mitigationsQuery } from "../../../api/detections.ts";
import { evidenceQuery } from "../../../api/evidence.ts";
import { rulesQuery } from "../../../api/rules.ts";
import styles from "../../../parts/library/library.module.css";
import type { Release, Technique } from "../technique-view.tsx";
import { evidenceOf } from "./evidence-section.tsx";
import { rulesOf } from "./rules-section.tsx";

/** Links to the sections of the page, with the number of entries in each. */
export function Contents({ technique, release }: { technique: Technique; release: Release }) {
  const { attack_id: id, groups, campaigns, software } = technique;
  const evidence = useQuery(evidenceQuery(evidenceOf(id, {}))).data?.total;
  const rules = useQuery(rulesQuery(rulesOf(id))).data?.total;
  const detection = useQuery(detectionQuery(release, id)).data;
  const analytics =
    detection === undefined
      ? undefined
      : detection.strategies.flatMap((strategy) => strategy.analytics).length +
        detection.data_sources.length;
  const tests = useQuery(atomicTestsQuery(release, id)).data?.length;
  const mitigations = useQuery(mitigationsQuery(release, id)).data?.length;
  const places = [
    ["evidence", "Evidence", evidence],
    ["rules", "Rules", rules],
    ["detection", "Logs and detection", analytics],
    ["tests", "Tests", tests],
    ["mitigations", "Mitigations", mitigations],
    ["users", "Used by", groups.length + campaigns.length + software.length],
  ] as const;
  return (
    <nav aria-label="On this page" className={styles.contents}>
      <ul>
        {places.map(([to, name, count]) => (
          <li key={to}>
            <a href={`#${to}`}>{name}</a> <span className={styles.quiet}>{count ?? "…"}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
