import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { tacticsQuery } from "../../api/attack.ts";
import { AttackText, OutLink } from "../attack-text/attack-text.tsx";
import { safeUrl } from "../attack-text/parse-attack-text.ts";
import { SmallMatrix } from "../small-matrix/small-matrix.tsx";
import { AttackLink } from "../attack-link.tsx";
import library from "../library/library.module.css";
import { NamingReports } from "../library/naming-reports.tsx";
import { NoDescription } from "../library/no-description.tsx";
import { Section } from "../library/section.tsx";
import type { Actor } from "./actor.ts";
import type { ActorKind } from "./actor-kind.ts";
import type { ActorRelease } from "./actor-link.tsx";
import styles from "./actor-view.module.css";
import { type Tactic, techniquesByTactic } from "./techniques-by-tactic.ts";
import { TechniqueTable } from "./technique-table.tsx";

/** A constant, so that derived values stay memoized. */
const NO_TACTICS: readonly Tactic[] = [];
const MOST_RELATED = 12;

interface Props {
  actor: Actor;
  kind: ActorKind;
  release: ActorRelease;
}

/** Everything known about a group, a campaign or software. */
export function ActorView({ actor, kind, release }: Props) {
  const { domain, version, techniques, name } = actor;
  const tactics = useQuery(tacticsQuery({ domain, version })).data;
  const byTactic = useMemo(
    () => techniquesByTactic(techniques, tactics ?? NO_TACTICS),
    [techniques, tactics],
  );
  return (
    <>
      <Former actor={actor} release={release} />
      <div className={library.layout}>
        <div className={library.main}>
          <Section id="description" title="Description">
            {actor.description === null ? (
              <NoDescription />
            ) : (
              <div className={library.text}>
                <AttackText
                  text={actor.description}
                  release={release}
                  self={actor.attackId}
                  sources={actor.sources}
                />
              </div>
            )}
          </Section>
          <NamingReports what={name} {...kind.naming(actor)} />
          <Section id="techniques" title="Techniques" count={techniques.length}>
            <TechniqueTable byTactic={byTactic} release={release} self={actor.attackId} />
          </Section>
        </div>
        <aside className={library.aside} aria-label="Facts">
          <section>
            <h2>By tactic</h2>
            <SmallMatrix tactics={tactics ?? NO_TACTICS} techniques={techniques} />
          </section>
          <Facts actor={actor} release={release} />
        </aside>
      </div>
    </>
  );
}

/** The status of one that is no longer active. */
function Former({ actor: { attackId, former }, release }: Pick<Props, "actor" | "release">) {
  if (former === null) return null;
  return (
    <p className={library.notice}>
      <strong>{former.state === "revoked" ? "Revoked." : "Deprecated."}</strong>{" "}
      {former.successor === null ? (
        `ATT&CK no longer maintains ${attackId} and names no successor.`
      ) : (
        <>
          ATT&amp;CK replaced {attackId}. See <AttackLink id={former.successor} {...release} />.
        </>
      )}
    </p>
  );
}

function Facts({ actor, release }: Pick<Props, "actor" | "release">) {
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
      {[...related, { title: "Software", items: software }].map(({ title, items }) =>
        items.length === 0 ? null : (
          <Related key={title} title={title} items={items} release={release} />
        ),
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
        {url === null ? null : <OutLink url={url}>{actor.attackId} at MITRE</OutLink>}
      </section>
    </>
  );
}

interface RelatedProps {
  title: string;
  items: readonly { attack_id: string; name: string }[];
  release: ActorRelease;
}

/** Related objects; a long list is collapsed at first. */
function Related({ title, items, release }: RelatedProps) {
  const list = (shown: RelatedProps["items"]) => (
    <ul className={library.plain}>
      {shown.map(({ attack_id: id, name }) => (
        <li key={id}>
          <AttackLink id={id} name={name} {...release} />
        </li>
      ))}
    </ul>
  );
  return (
    <section>
      <h2>
        {title} <span className={library.quiet}>{items.length}</span>
      </h2>
      {list(items.slice(0, MOST_RELATED))}
      {items.length <= MOST_RELATED ? null : (
        <details>
          <summary className={library.small}>{items.length - MOST_RELATED} more</summary>
          {list(items.slice(MOST_RELATED))}
        </details>
      )}
    </section>
  );
}
