import { memo, type ReactNode, useState } from "react";
import { attackPath } from "../../../parts/attack-link.tsx";
import controls from "../../../parts/controls.module.css";
import { PathLink } from "../../../parts/path-link.tsx";
import tables from "../../../parts/table.module.css";
import { type Family, type Order, type Row } from "./families.ts";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import styles from "./techniques.module.css";

interface Release {
  domain: string | undefined;
  version: string | undefined;
}

interface Props {
  families: readonly Family[];
  /** Whether families are expanded by default. */
  isOpen: boolean;
  order: Order;
  onOrder: (order: Order) => void;
  tacticNames: ReadonlyMap<string, string>;
  release: Release;
  /** The summary of the results, above the table. */
  status: ReactNode;
}

/** Techniques with their sub-techniques below them. */
export function TechniqueTree({ families, isOpen, order, onOrder, status, ...shown }: Props) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  // A new list starts with its default state.
  const [seen, setSeen] = useState(isOpen);
  if (seen !== isOpen) {
    setSeen(isOpen);
    setToggled(new Set());
  }
  const withChildren = families.filter(({ children }) => children.length > 0);
  const isShown = (id: string) => isOpen !== toggled.has(id);
  const areAllShown = withChildren.every(({ id }) => isShown(id));
  const toggle = (id: string) =>
    setToggled((known) => {
      const next = new Set(known);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const setAll = (show: boolean) =>
    setToggled(show === isOpen ? new Set() : new Set(withChildren.map(({ id }) => id)));
  const head = { order, onOrder };
  return (
    <>
      <div className={styles.status}>
        {status}
        {withChildren.length === 0 ? null : (
          <button type="button" className={controls.plain} onClick={() => setAll(!areAllShown)}>
            {areAllShown ? "Collapse all" : "Expand all"}
          </button>
        )}
      </div>
      <table className={`${tables.table} ${styles.tree}`}>
        <thead>
          <tr>
            <Ordered {...head} by="id" name="ID" />
            <Ordered {...head} by="name" name="Technique" />
            <th scope="col" className={styles.wide}>
              Tactics
            </th>
            <th scope="col" className={styles.wide}>
              Platforms
            </th>
            <Ordered {...head} by="reports" name="Your reports" className={styles.number} />
            <Ordered {...head} by="rules" name="Rules" className={styles.number} />
          </tr>
        </thead>
        <tbody>
          {families.map((family) => (
            <FamilyRows
              key={family.id}
              family={family}
              isShown={isShown(family.id)}
              onToggle={toggle}
              {...shown}
            />
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
  const direction = by === "reports" || by === "rules" ? "descending" : "ascending";
  return (
    <th scope="col" className={className} {...(order === by ? { "aria-sort": direction } : {})}>
      <button type="button" className={styles.order} onClick={() => onOrder(by)}>
        {name}
      </button>
    </th>
  );
}

interface FamilyProps extends Pick<Props, "tacticNames" | "release"> {
  family: Family;
  isShown: boolean;
  onToggle: (id: string) => void;
}

const FamilyRows = memo(function FamilyRows(props: FamilyProps) {
  const { family, isShown, onToggle, ...shown } = props;
  const { id, parent, children } = family;
  const below = (key: "reports" | "rules") =>
    isShown ? 0 : children.reduce((sum, child) => sum + child[key], 0);
  return (
    <>
      <TechniqueRow
        row={parent}
        {...shown}
        reportsBelow={below("reports")}
        rulesBelow={below("rules")}
        toggle={
          children.length === 0 ? null : (
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isShown}
              aria-label={`Sub-techniques of ${id}`}
              onClick={() => onToggle(id)}
            >
              <span aria-hidden="true">{isShown ? "▾" : "▸"}</span>
            </button>
          )
        }
      />
      {isShown
        ? children.map((row) => (
            <TechniqueRow key={row.technique.attack_id} row={row} {...shown} isSub toggle={null} />
          ))
        : null}
    </>
  );
});

interface RowProps extends Pick<Props, "tacticNames" | "release"> {
  row: Row;
  isSub?: boolean;
  toggle: ReactNode;
  /** Reports of sub-techniques that are not shown. */
  reportsBelow?: number;
  rulesBelow?: number;
}

function TechniqueRow({ row, isSub = false, toggle, tacticNames, release, ...below }: RowProps) {
  const { technique, reports, rules, isMatch } = row;
  const { attack_id: id, name, tactics, platforms } = technique;
  const { reportsBelow = 0, rulesBelow = 0 } = below;
  return (
    <tr data-sub={isSub || undefined} data-context={!isMatch || undefined}>
      <td className={styles.id}>
        <span className={styles.indent}>{toggle}</span>
        {id}
      </td>
      <th scope="row" className={styles.name}>
        <PathLink path={attackPath(id, release) ?? ""}>{name}</PathLink>
      </th>
      <td className={styles.wide}>
        {tactics.map((slug) => tacticNames.get(slug) ?? slug).join(", ")}
      </td>
      <td className={`${styles.wide} ${styles.platforms}`} title={platforms.join(", ")}>
        {platforms.slice(0, 3).join(", ")}
        {platforms.length > 3 ? ` +${platforms.length - 3}` : ""}
      </td>
      <Count own={reports} below={reportsBelow} noun="report" path={`/sessions?technique=${id}`} />
      <Count own={rules} below={rulesBelow} noun="rule" path={`/rules?technique_id=${id}`} />
    </tr>
  );
}

interface CountProps {
  own: number;
  below: number;
  noun: string;
  path: string;
}

function Count({ own, below, noun, path }: CountProps) {
  return (
    <td className={styles.number}>
      {own === 0 ? null : (
        <PathLink path={path}>
          {own}
          <Unseen>{` ${noun}${own === 1 ? "" : "s"}`}</Unseen>
        </PathLink>
      )}
      {below === 0 ? null : (
        <span className={styles.below} title={`${below} for its sub-techniques`}>
          {" "}
          +{below}
        </span>
      )}
    </td>
  );
}
