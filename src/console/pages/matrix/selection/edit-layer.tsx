import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Layer, type LayerEdit, layerQuery, type StoredLayer } from "../../../api/layers.ts";
import { ConflictNotice } from "../../../parts/conflict/conflict-notice.tsx";
import { Failure } from "../failure.tsx";
import { useLayerEdit } from "../layers/use-layer-changes.ts";
import styles from "./selection.module.css";

interface Props {
  layerId: string;
  ids: readonly string[];
}

/** Adds techniques to a layer, and sets their score and comment there. */
export function EditLayer({ layerId, ids }: Props) {
  const layer = useQuery(layerQuery(layerId)).data;
  if (layer === undefined) return null;
  return <Edit layer={layer} ids={ids} />;
}

interface EditProps {
  layer: StoredLayer;
  ids: readonly string[];
}

function Edit({ layer, ids }: EditProps) {
  const edit = useLayerEdit(layer);
  const added = ids.filter((id) => !layer.technique_ids.includes(id));
  return (
    <>
      <button
        type="button"
        disabled={edit.isPending || added.length === 0}
        onClick={() => edit.send({ ids })}
      >
        Add to layer
      </button>
      <Outcome layer={layer} ids={ids} edit={edit} />
      <SetScore layer={layer} ids={ids} />
    </>
  );
}

/** Opens the form for a score and a comment. */
export function SetScore({ layer, ids }: EditProps) {
  const [isScoring, setScoring] = useState(false);
  const edit = useLayerEdit(layer);
  return (
    <>
      <button type="button" aria-expanded={isScoring} onClick={() => setScoring(!isScoring)}>
        Set score
      </button>
      {isScoring ? (
        <ScoreForm
          known={ids.length === 1 ? saidOf(layer, ids[0] ?? "") : NOTHING}
          isBusy={edit.isPending}
          onSave={(said) => {
            edit.send({ ids, said });
            setScoring(false);
          }}
        />
      ) : null}
      <Outcome layer={layer} ids={ids} edit={edit} />
    </>
  );
}

/** The outcome of an edit. */
function Outcome({ layer, ids, edit }: EditProps & { edit: ReturnType<typeof useLayerEdit> }) {
  const { conflict } = edit;
  return (
    <>
      <span role="status" className={styles.quiet}>
        {edit.isSuccess ? "Saved." : ""}
      </span>
      <Failure error={edit.error} />
      {conflict === null ? null : (
        <ConflictNotice
          {...conflict}
          what={`the layer ${layer.name}`}
          theirs={describe(conflict.current as Layer, ids)}
          mine={describeEdit(conflict.wanted)}
          onKeep={conflict.keepTheirs}
          onApply={conflict.applyMine}
        />
      )}
    </>
  );
}

type Said = NonNullable<LayerEdit["said"]>;
const NOTHING: Said = { score: null, comment: "" };

/** Returns a layer's statement on a technique in all its tactics. */
export function saidOf({ annotations }: Pick<Layer, "annotations">, id: string): Said {
  return annotations.find((one) => one.attack_id === id && one.tactic === null) ?? NOTHING;
}

interface FormProps {
  known: Said;
  isBusy: boolean;
  onSave: (said: Said) => void;
}

function ScoreForm({ known, isBusy, onSave }: FormProps) {
  const [score, setScore] = useState(known.score === null ? "" : String(known.score));
  const [comment, setComment] = useState(known.comment);
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave({ score: score === "" ? null : Number(score), comment: comment.trim() });
  };
  return (
    <form className={styles.form} aria-label="Score and comment" onSubmit={save}>
      <label>
        Score{" "}
        <input
          type="number"
          step="any"
          className={styles.score}
          value={score}
          onChange={({ target }) => setScore(target.value)}
        />
      </label>
      <label className={styles.comment}>
        Comment{" "}
        <input
          maxLength={10_000}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      </label>
      <button type="submit" disabled={isBusy}>
        Save
      </button>
    </form>
  );
}

function describe(layer: Layer, ids: readonly string[]): string {
  const said = ids.map((id) => ({ id, ...saidOf(layer, id) }));
  return `${layer.technique_ids.length} techniques; ${said
    .slice(0, MAX_NAMED)
    .map(({ id, score, comment }) => `${id}: ${[score ?? "no score", comment].join(" ")}`)
    .join("; ")}`;
}

function describeEdit({ ids, said }: LayerEdit): string {
  const named = ids.slice(0, MAX_NAMED).join(", ");
  if (said === undefined) return `add ${named}`;
  return `${named}: ${[said.score ?? "no score", said.comment].join(" ")}`;
}

const MAX_NAMED = 5;
