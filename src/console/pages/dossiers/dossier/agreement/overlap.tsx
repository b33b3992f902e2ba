import { counted } from "../../../../parts/counted.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Dossier, DossierTechnique } from "../../../../api/dossiers.ts";
import { createLayer } from "../../../../api/layers.ts";
import { describeFailure } from "../../../../api/problem.ts";
import controls from "../../../../parts/controls.module.css";
import { useMayChange } from "../../../../parts/use-may-change.ts";
import styles from "../../dossiers.module.css";

interface Props {
  dossier: Dossier;
  /** The displayed techniques, which the layer contains. */
  techniques: readonly DossierTechnique[];
}

/** Saves the displayed techniques as a layer, and overlays the reports on the matrix. */
export function Overlap({ dossier, techniques }: Props) {
  const mayChange = useMayChange();
  const { releases, apt_matches_domain: main } = dossier;
  const release = releases.find(({ domain }) => domain === main);
  if (release === undefined) return null;
  const ids = techniques
    .filter(({ domain }) => domain === release.domain)
    .map(({ attack_id: id }) => id);
  const sessions = dossier.sessions
    .filter(({ state, domain }) => state === "completed" && domain === release.domain)
    .map(({ session_id: id }) => `session:${id}`);
  return (
    <span className={styles.line}>
      <Link
        to="/matrix"
        search={{ ...release, overlays: sessions.join(","), combine: "count" }}
        className={controls.button}
      >
        Open on the matrix
      </Link>
      {mayChange ? (
        <SaveLayer key={ids.join()} dossier={dossier} release={release} ids={ids} />
      ) : null}
    </span>
  );
}

interface SaveProps {
  dossier: Dossier;
  release: { domain: string; version: string };
  ids: string[];
}

function SaveLayer({ dossier, release, ids }: SaveProps) {
  const queries = useQueryClient();
  const saved = useMutation({
    mutationFn: () =>
      createLayer({
        name: `${dossier.name}: overlap`.slice(0, 255),
        description: `${counted(ids.length, "technique")} of ${counted(dossier.sessions.length, "report")} in the dossier “${dossier.name}”.`,
        technique_ids: ids,
        ...release,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["layers"] }),
  });
  if (saved.data !== undefined) {
    return (
      <span role="status">
        Saved.{" "}
        <Link to="/matrix" search={{ ...release, overlays: `layer:${saved.data.layer_id}` }}>
          Open the layer
        </Link>
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className={controls.button}
        disabled={ids.length === 0 || saved.isPending}
        onClick={() => saved.mutate()}
      >
        Save as layer
      </button>
      {saved.error === null ? null : (
        <span role="alert" className={styles.failure}>
          {describeFailure(saved.error)}
        </span>
      )}
    </>
  );
}
