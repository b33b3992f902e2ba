import { Link } from "@tanstack/react-router";
import { ConfidenceBar } from "../../../parts/confidence-bar/confidence-bar.tsx";
import { REVIEWS } from "../../../parts/review-queue/change.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import type { StoredLayer } from "../../../api/layers.ts";
import { Failure } from "../failure.tsx";
import { useLayerEdit } from "../layers/use-layer-changes.ts";
import { SetScore } from "../selection/edit-layer.tsx";
import type { Mark, Overlay } from "../overlays/overlay.ts";
import { writeRef } from "../overlays/overlay-ref.ts";
import type { OverlayState } from "../overlays/use-overlays.ts";
import styles from "./pane.module.css";

/** Each overlay's statement on the chosen technique. */
export function OverlayMarks(props: { attackId: string; states: readonly OverlayState[] }) {
  const { attackId, states } = props;
  const overlays = states.flatMap(({ overlay }) => overlay ?? []);
  if (overlays.length === 0) return null;
  return (
    <section>
      <h3>Overlays</h3>
      <ul className={styles.list}>
        {overlays.map((overlay) => (
          <li key={writeRef(overlay.ref)}>
            <OverlayMark overlay={overlay} attackId={attackId} mark={overlay.marks.get(attackId)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MarkProps {
  overlay: Overlay;
  attackId: string;
  mark: Mark | undefined;
}

function OverlayMark({ overlay, attackId, mark }: MarkProps) {
  const { ref, name, layer } = overlay;
  return (
    <>
      {ref.kind === "session" ? (
        <Link
          to="/sessions/$sessionId"
          params={{ sessionId: ref.id }}
          search={mark === undefined ? {} : { technique: attackId }}
        >
          {name}
        </Link>
      ) : (
        name
      )}{" "}
      {mark === undefined ? (
        <span className={styles.quiet}>not in it</span>
      ) : (
        <Found mark={mark} overlay={overlay} />
      )}
      {layer === undefined ? null : <Membership layer={layer} attackId={attackId} />}
    </>
  );
}

function Found({ mark, overlay }: { mark: Mark; overlay: Overlay }) {
  const { ref, isScored } = overlay;
  const words = mark.byPerson ?? (isScored ? null : "in it");
  return (
    <>
      {words === null ? (
        <ConfidenceBar value={mark.share} label={ref.kind === "session" ? "Confidence" : "Score"} />
      ) : (
        <span className={styles.quiet}>{words}</span>
      )}{" "}
      <span className={styles.quiet}>{mark.review && REVIEWS[mark.review]}</span>
      {mark.evidence === null ? null : (
        <blockquote className={styles.evidence}>{mark.evidence}</blockquote>
      )}
    </>
  );
}

/** Adds the technique to a layer or removes it unless it is the last one, and sets its score. */
function Membership({ layer, attackId }: { layer: StoredLayer; attackId: string }) {
  const mayChange = useMayChange();
  const edit = useLayerEdit(layer);
  const isIn = layer.technique_ids.includes(attackId);
  if (!mayChange) return null;
  return (
    <p className={styles.buttons}>
      {isIn && layer.technique_ids.length === 1 ? null : (
        <button
          type="button"
          disabled={edit.isPending}
          onClick={() => edit.send({ ids: [attackId], isRemoval: isIn })}
        >
          {isIn ? "Remove from the layer" : "Add to the layer"}
        </button>
      )}
      {isIn ? <SetScore layer={layer} ids={[attackId]} /> : null}
      <Failure error={edit.error} />
      {edit.conflict === null ? null : (
        <button type="button" onClick={edit.conflict.applyMine}>
          The layer has changed. Do it anyway
        </button>
      )}
    </p>
  );
}
