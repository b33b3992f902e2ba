import { useMutation, useQueryClient } from "@tanstack/react-query";
import { migrateLayer } from "../../../api/layers.ts";
import type { Compared, Touched } from "../../../api/releases.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { PathLink } from "../../../parts/path-link.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../releases-page.module.css";

type Technique = Touched["techniques"][number];

const SHOWN = 4;
const CHANGES: Readonly<Record<Technique["changes"][number], string>> = {
  revoked: "revoked",
  deprecated: "deprecated",
  removed: "removed",
  renamed: "renamed",
  moved: "moved to other tactics",
  described: "description edited",
};

/** A report, layer or rule with its changed techniques, and the action that updates it. */
export function TouchedRow({ item, compared }: { item: Touched; compared: Compared }) {
  const { kind, name, version, technique_count: count, techniques } = item;
  const mayChange = useMayChange();
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <strong>
          <PathLink path={pathOf(item)}>
            <VisibleText text={name} />
          </PathLink>
        </strong>
        <span className={styles.quiet}>{version === null ? "no release" : `uses ${version}`}</span>
        {kind === "layer" && mayChange ? <Migrate layerId={item.id} to={compared.to} /> : null}
      </div>
      <ul className={styles.list}>
        {techniques.slice(0, SHOWN).map((technique) => (
          <li key={technique.attack_id}>
            <TechniqueChange technique={technique} compared={compared} />
          </li>
        ))}
        {count > SHOWN ? <li className={styles.quiet}>and {count - SHOWN} more</li> : null}
      </ul>
    </li>
  );
}

function TechniqueChange({ technique, compared }: { technique: Technique; compared: Compared }) {
  const { attack_id: id, name, changes, replaced_by: next } = technique;
  const { domain, from, to } = compared;
  return (
    <>
      <AttackLink id={id} name={name} domain={domain} version={from} />{" "}
      <span className={styles.quiet}>
        {changes.map((change) => CHANGES[change]).join(", ")}
        {next === null ? null : (
          <>
            , now <AttackLink id={next} domain={domain} version={to} />
          </>
        )}
      </span>
    </>
  );
}

/** Copies a layer to the later release. The layer itself is unchanged. */
function Migrate({ layerId, to }: { layerId: string; to: string }) {
  const queries = useQueryClient();
  const migration = useMutation({
    mutationFn: () => migrateLayer(layerId, to),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["layers"] }),
  });
  const copy = migration.data;
  if (copy !== undefined) {
    const overlay = encodeURIComponent(`layer:${copy.layer_id}`);
    const path = `/matrix?version=${encodeURIComponent(to)}&overlays=${overlay}&layers=true`;
    return (
      <span role="status">
        Copied. <PathLink path={path}>Open the copy for {to}</PathLink>
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className={controls.button}
        disabled={migration.isPending}
        onClick={() => migration.mutate()}
      >
        Copy to {to}
      </button>
      {migration.error === null ? null : <ErrorPane error={migration.error} />}
    </>
  );
}

/** Returns the path of an object. A report opens at its first changed technique. */
function pathOf({ kind, id, techniques: [first] }: Touched): string {
  if (kind === "rule") return `/rules/${id}`;
  if (kind === "layer") return `/matrix?overlays=layer:${id}&layers=true`;
  return `/sessions/${id}${first === undefined ? "" : `?technique=${first.attack_id}`}`;
}
