import { useDeferredValue, useMemo } from "react";
import { ActorLink, type ActorRelease } from "./actor-link.tsx";
import styles from "./actor-list.module.css";

/** A group or campaign in the list. */
export interface ListedActor {
  attack_id: string;
  name: string;
  /** Other names of it, or of its owner. */
  also: readonly string[];
  description: string | null;
  technique_count: number;
  /** When it was last changed or seen. */
  when: string;
}

export const ORDERS = ["name", "techniques", "when"] as const;
export type Order = (typeof ORDERS)[number];

interface Props {
  actors: readonly ListedActor[];
  search: string;
  order: Order;
  onOrder: (order: Order) => void;
  /** Their plural name. */
  what: string;
  columns: { also: string; when: string };
  release: ActorRelease;
}

/** Groups or campaigns whose id, name, alias or description contains the typed text. */
export function ActorList({ actors, search, order, onOrder, what, columns, release }: Props) {
  const wanted = useDeferredValue(search);
  const found = useMemo(() => inOrder(findIn(actors, wanted), order), [actors, wanted, order]);
  const most = Math.max(1, ...actors.map(({ technique_count }) => technique_count));
  const head = { order, onOrder };
  return (
    <>
      <p role="status" className={styles.count}>
        {found.length === actors.length ? "" : `${found.length} of `}
        {actors.length} {what}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">ID</th>
            <Ordered {...head} by="name" name="Name" />
            <th scope="col" className={styles.also}>
              {columns.also}
            </th>
            <Ordered {...head} by="techniques" name="Techniques" />
            <Ordered {...head} by="when" name={columns.when} className={styles.when} />
          </tr>
        </thead>
        <tbody>
          {found.map(({ attack_id, name, also, technique_count, when }) => (
            <tr key={attack_id}>
              <td className={styles.id}>{attack_id}</td>
              <th scope="row" className={styles.name}>
                <ActorLink attackId={attack_id} release={release}>
                  {name}
                </ActorLink>
                <span className={styles.alsoBelow}>{also.join(", ")}</span>
              </th>
              <td className={styles.also}>{also.join(", ")}</td>
              <td className={styles.techniques}>
                <span className={styles.number}>{technique_count}</span>
                <span
                  className={styles.bar}
                  style={{ width: `${(technique_count / most) * 60}%` }}
                />
              </td>
              <td className={styles.when}>{when}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface OrderedProps {
  by: Order;
  name: string;
  order: Order;
  onOrder: (order: Order) => void;
  className?: string | undefined;
}

function Ordered({ by, name, order, onOrder, className }: OrderedProps) {
  const direction = by === "name" ? "ascending" : "descending";
  return (
    <th scope="col" className={className} {...(order === by ? { "aria-sort": direction } : {})}>
      <button type="button" className={styles.order} onClick={() => onOrder(by)}>
        {name}
      </button>
    </th>
  );
}

function findIn(actors: readonly ListedActor[], search: string): ListedActor[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return [...actors];
  return actors.filter(({ attack_id, name, also, description }) =>
    [attack_id, name, ...also, description ?? ""].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
}

function inOrder(actors: ListedActor[], order: Order): ListedActor[] {
  if (order === "techniques") return actors.sort((a, b) => b.technique_count - a.technique_count);
  if (order === "when") return actors.sort((a, b) => b.when.localeCompare(a.when));
  return actors;
}
