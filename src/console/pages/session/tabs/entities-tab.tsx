import { Link } from "@tanstack/react-router";
import type { Analysis, Span } from "../../../api/session.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import controls from "../../../parts/controls.module.css";
import { ObservableLink } from "../../../parts/observable-link.tsx";
import type { FindingsProps } from "./findings.tsx";
import styles from "./findings.module.css";
import { HintLeads } from "./hint-leads.tsx";
import { Quote } from "./quote.tsx";

interface Named {
  key: string;
  /** Its ID, if it has a page. */
  id?: string;
  label: string;
  said?: string;
  count: number;
  mentions: readonly (Span & { text: string })[];
  /** The techniques that it suggests. */
  leads?: Analysis["software_hints"][number]["techniques"];
}

/** Other objects that the report mentions, each with its places in the text. */
export function EntitiesTab({ analysis, choice }: FindingsProps) {
  const lists = listsOf(analysis).filter(({ items }) => items.length > 0);
  const { observables } = analysis.entities;
  if (lists.length + observables.length === 0) {
    return <p className={styles.quiet}>The report names nothing else that is known.</p>;
  }
  return (
    <div className={styles.stack}>
      {lists.map(({ name, items }) => (
        <section key={name} className={styles.stack}>
          <h2>
            {name} <span className={styles.quiet}>{items.length}</span>
          </h2>
          <ul className={styles.rows}>
            {items.map((item) => (
              <NamedRow key={item.key} item={item} domain={analysis.domain} choice={choice} />
            ))}
          </ul>
        </section>
      ))}
      <Observables analysis={analysis} onShow={choice.show} />
      {observables.length === 0 ? null : (
        <p>
          <Link to="/observables" search={{ session_id: analysis.session_id }}>
            Review and export the observables of this report
          </Link>
        </p>
      )}
    </div>
  );
}

interface RowProps {
  item: Named;
  domain: string;
  choice: FindingsProps["choice"];
}

function NamedRow({ item, domain, choice }: RowProps) {
  const { id, label, said, count, mentions, leads = [] } = item;
  return (
    <li className={styles.line}>
      <strong>
        {id === undefined ? (
          label
        ) : (
          <AttackLink id={id} name={label === id ? null : label} domain={domain} />
        )}
      </strong>
      {said === undefined ? null : <span className={styles.quiet}>{said}</span>}
      <span className={styles.values}>
        {mentions.map(({ text, start, end }, index) => (
          <button
            key={start}
            type="button"
            className={controls.plain}
            title="Show it in the text"
            aria-label={`${text}, mention ${index + 1}`}
            onClick={() => choice.show({ start, end })}
          >
            {isRepeated(mentions, index) ? index + 1 : text}
          </button>
        ))}
      </span>
      {count > mentions.length ? (
        <span className={styles.quiet}>and {count - mentions.length} more</span>
      ) : null}
      <HintLeads leads={leads} choice={choice} />
    </li>
  );
}

/** Returns whether the same words are listed already. */
function isRepeated(mentions: Named["mentions"], index: number): boolean {
  const { text } = mentions[index] ?? {};
  return mentions.findIndex((one) => one.text === text) < index;
}

function Observables({ analysis, onShow }: { analysis: Analysis; onShow: (span: Span) => void }) {
  const kinds = Map.groupBy(analysis.entities.observables, ({ kind }) => kind);
  return [...kinds].map(([kind, items]) => (
    <section key={kind} className={styles.stack}>
      <h2>
        {kind} <span className={styles.quiet}>{items.length}</span>
      </h2>
      <ul className={styles.rows}>
        {items.map(({ value, count, sentence, mentions: [first] }) => (
          <li key={value}>
            <p className={styles.line}>
              <ObservableLink value={value} className={styles.id} />
              <span className={styles.quiet}>{count === 1 ? "" : `${count} times`}</span>
            </p>
            <Quote
              text={sentence?.text ?? first?.text ?? ""}
              span={first ?? sentence}
              onShow={onShow}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function listsOf({
  entities,
  software_hints: software,
  cve_hints: cves,
}: Analysis): { name: string; items: Named[] }[] {
  const { groups, unlisted, dates, sectors, countries, tlp } = entities;
  return [
    {
      name: "Groups",
      items: groups.map(toGroup),
    },
    {
      name: "Software",
      items: software.map((one) => ({
        ...one,
        key: one.attack_id,
        id: one.attack_id,
        label: one.name,
        said: one.type,
        leads: one.techniques,
      })),
    },
    {
      name: "Not listed in ATT&CK",
      items: unlisted.map(toUnlisted),
    },
    {
      name: "Vulnerabilities",
      items: cves.map((one) => ({
        ...one,
        key: one.id,
        label: one.id,
        ...(one.known_exploited && { said: "known exploited" }),
        leads: one.techniques,
      })),
    },
    {
      name: "Dates",
      items: dates.map((one, index) => ({
        ...one,
        key: `${index}`,
        label: one.end === null ? one.date : `${one.date} to ${one.end}`,
        said: one.role,
      })),
    },
    { name: "Sectors", items: sectors.map((one) => ({ ...one, key: one.name, label: one.name })) },
    {
      name: "Countries",
      items: countries.map((one) => ({ ...one, key: one.code, label: one.name })),
    },
    {
      name: "Marking",
      items: tlp === null ? [] : [{ ...tlp, key: tlp.marking, label: `TLP:${tlp.marking}` }],
    },
  ];
}

function toGroup(group: Analysis["entities"]["groups"][number]): Named {
  const { attack_id: key, name: label, compared } = group;
  return { ...group, key, id: key, label, ...(compared === true && { said: "not the actor" }) };
}

function toUnlisted(one: Analysis["entities"]["unlisted"][number]): Named {
  return { ...one, key: `${one.kind} ${one.name}`, label: one.name, said: one.kind };
}
