import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { tacticsQuery } from "../../../api/attack.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { OutLink } from "../../../parts/attack-text/attack-text.tsx";
import { safeUrl } from "../../../parts/attack-text/parse-attack-text.ts";
import styles from "../../../parts/library/library.module.css";
import { formatDay } from "../../../parts/when.ts";
import type { Release, Technique } from "../technique-view.tsx";

/** A technique's place in the matrix: its tactics, platforms and relatives. */
export function Facts({ technique, release }: { technique: Technique; release: Release }) {
  const { tactics, platforms, parent, subtechniques, created, modified } = technique;
  const known = useQuery(tacticsQuery(release)).data ?? [];
  const url = safeUrl(technique.url);
  return (
    <aside className={styles.aside} aria-label="Facts">
      <section>
        <h2>Tactics</h2>
        <ul className={styles.plain}>
          {tactics.map((slug) => (
            <li key={slug}>
              <Link to="/techniques" search={{ ...release, tactic: slug }}>
                {known.find(({ shortname }) => shortname === slug)?.name ?? slug}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>Platforms</h2>
        <p>{platforms.join(", ") || "None named"}</p>
      </section>
      <Family
        title="Sub-technique of"
        members={parent === null ? [] : [parent]}
        release={release}
      />
      <Family title="Sub-techniques" members={subtechniques} release={release} />
      {url === null && created === null ? null : (
        <section>
          <h2>Published</h2>
          {created === null ? null : <p>Created {formatDay(created)}</p>}
          {modified === null ? null : <p>Changed {formatDay(modified)}</p>}
          {url === null ? null : <OutLink url={url}>{technique.attack_id} at MITRE</OutLink>}
        </section>
      )}
    </aside>
  );
}

interface FamilyProps {
  title: string;
  members: readonly { attack_id: string; name: string }[];
  release: Release;
}

function Family({ title, members, release }: FamilyProps) {
  if (members.length === 0) return null;
  return (
    <section>
      <h2>
        {title}
        {members.length === 1 ? null : <span className={styles.quiet}> {members.length}</span>}
      </h2>
      <ul className={styles.plain}>
        {members.map(({ attack_id: id, name }) => (
          <li key={id}>
            <AttackLink id={id} name={name} {...release} />
          </li>
        ))}
      </ul>
    </section>
  );
}
