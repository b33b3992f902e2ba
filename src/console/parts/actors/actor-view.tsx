import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { tacticsQuery } from "../../api/attack.ts";
import { AttackText, OutLink } from "../attack-text/attack-text.tsx";
import { safeUrl } from "../attack-text/parse-attack-text.ts";
import { SmallMatrix } from "../small-matrix/small-matrix.tsx";
import type { Actor } from "./actor.ts";
import { ActorLink, type ActorRelease } from "./actor-link.tsx";
import styles from "./actor-view.module.css";
import { type Tactic, techniquesByTactic } from "./techniques-by-tactic.ts";
import { TechniqueTable } from "./technique-table.tsx";

/** Always the same, so that what is made of it is not made again. */
const NO_TACTICS: readonly Tactic[] = [];

/** Everything that is known of a group or campaign. */
export function ActorView({ actor, release }: { actor: Actor; release: ActorRelease }) {
  const { domain, version, techniques } = actor;
  const tactics = useQuery(tacticsQuery({ domain, version })).data;
  const byTactic = useMemo(
    () => techniquesByTactic(techniques, tactics ?? NO_TACTICS),
    [techniques, tactics],
  );
  return (
    <div className={styles.view}>
      <div className={styles.description}>
        {actor.description === null ? (
          <p className={styles.quiet}>
            The release that comes with the program has no descriptions; ingest the published one to
            read them.
          </p>
        ) : (
          <AttackText
            text={actor.description}
            release={release}
            self={actor.attackId}
            sources={actor.sources}
          />
        )}
      </div>
      <aside className={styles.aside} aria-label="Facts">
        <section>
          <h2>By tactic</h2>
          <SmallMatrix tactics={tactics ?? NO_TACTICS} techniques={techniques} />
        </section>
        <Facts actor={actor} release={release} />
      </aside>
      <div className={styles.techniques}>
        <h2>
          Techniques <span className={styles.quiet}>{techniques.length}</span>
        </h2>
        <TechniqueTable byTactic={byTactic} release={release} self={actor.attackId} />
      </div>
    </div>
  );
}

function Facts({ actor, release }: { actor: Actor; release: ActorRelease }) {
  const { aliases, related, software, facts } = actor;
  const url = safeUrl(actor.url);
  return (
    <>
      {aliases.length === 0 ? null : (
        <section>
          <h2>Also known as</h2>
          <p>{aliases.join(", ")}</p>
        </section>
      )}
      {related.items.length === 0 ? null : (
        <section>
          <h2>{related.title}</h2>
          <ul className={styles.related}>
            {related.items.map(({ attack_id, name }) => (
              <li key={attack_id}>
                <ActorLink attackId={attack_id} release={release}>
                  {name}
                </ActorLink>{" "}
                <span className={styles.quiet}>{attack_id}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Facts</h2>
        <dl className={styles.facts}>
          {facts
            .filter(([, value]) => value !== "")
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        {url === null ? null : <OutLink url={url}>At MITRE</OutLink>}
      </section>
      {software.length === 0 ? null : (
        <details>
          <summary>Software {software.length}</summary>
          <p>{software.map(({ attack_id, name }) => `${name} (${attack_id})`).join(", ")}</p>
        </details>
      )}
    </>
  );
}
