import { useQuery } from "@tanstack/react-query";
import { mitigationsQuery } from "../../../api/detections.ts";
import { AttackText, OutLink } from "../../../parts/attack-text/attack-text.tsx";
import { safeUrl } from "../../../parts/attack-text/parse-attack-text.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "../../../parts/library/library.module.css";
import { Section } from "../../../parts/library/section.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import type { Release, Technique } from "../technique-view.tsx";

interface Props {
  id: string;
  release: Release;
  sources: Technique["external_references"];
}

/** The mitigations of the technique. */
export function MitigationsSection({ id, release, sources }: Props) {
  const asked = useQuery(mitigationsQuery(release, id));
  return (
    <Section id="mitigations" title="Mitigations" count={asked.data?.length}>
      {asked.isError ? (
        <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
      ) : null}
      {asked.isPending ? <Skeleton what="the mitigations" lines={2} /> : null}
      {asked.data?.length === 0 ? (
        <p className={styles.quiet}>This release lists no mitigation.</p>
      ) : null}
      <ul className={styles.rows}>
        {(asked.data ?? []).map(({ attack_id: mitigationId, name, url, use }) => (
          <li key={mitigationId}>
            <span>
              {name} <span className={styles.small}>{outLink(mitigationId, url)}</span>
            </span>
            {use === null ? null : (
              <div className={styles.text}>
                <AttackText text={use} release={release} sources={sources} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function outLink(id: string, url: string | null) {
  const safe = safeUrl(url);
  return safe === null ? id : <OutLink url={safe}>{id}</OutLink>;
}
