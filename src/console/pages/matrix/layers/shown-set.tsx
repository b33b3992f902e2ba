import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { layerPdf } from "../../../api/layers.ts";
import { counted } from "../../../parts/counted.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { releaseName } from "../../../parts/release-name.ts";
import { Failure } from "../failure.tsx";
import { legendOf } from "../overlays/combine-scores.ts";
import type { PaneProps } from "../pane/pane-props.ts";
import styles from "../pane/pane.module.css";
import { COMBINATION_WORDS } from "../overlays/combination-words.ts";
import { PictureFields, type PictureWords, strictestOf } from "../picture/picture-fields.tsx";
import { drawMatrix } from "../picture/draw-matrix.ts";
import { readPalette } from "../picture/read-palette.ts";
import { toPng } from "../picture/to-png.ts";
import { listOf } from "../search.ts";
import { saveFile } from "./save-file.ts";
import { shownIds } from "./shown-ids.ts";
import { shownNavigator } from "./shown-navigator.ts";
import { useLayerChanges } from "./use-layer-changes.ts";

interface Props extends PaneProps {
  mayChange: boolean;
}

/** The displayed techniques: save as a layer, or download as a file. */
export function ShownSet(props: Props) {
  const { columns, scores, states, release, mayChange } = props;
  const ids = shownIds(columns, states.length === 0 ? null : scores);
  return (
    <section>
      <h3>What is shown</h3>
      <p className={styles.quiet}>
        {counted(ids.length, "technique")}
        {states.length === 0 ? " of the release pass the filters" : " of the overlays"}
      </p>
      {mayChange ? <SaveForm release={release} ids={ids} /> : null}
      <Exports {...props} ids={ids} />
    </section>
  );
}

function SaveForm({ release, ids }: { release: Props["release"]; ids: string[] }) {
  const [name, setName] = useState("");
  const { create } = useLayerChanges();
  const save = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name, ...release, technique_ids: ids }, { onSuccess: () => setName("") });
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <input
        required
        maxLength={255}
        aria-label="Name of the new layer"
        placeholder="Name of a new layer"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" disabled={create.isPending || ids.length === 0}>
        Save as layer
      </button>
      {create.isError ? <ErrorPane error={create.error} /> : null}
      {create.isSuccess ? <p role="status">Saved as {create.data.name}.</p> : null}
    </form>
  );
}

function Exports({ ids, ...props }: PaneProps & { ids: string[] }) {
  const { release, scores } = props;
  const fileName = `matrix-${release.domain}-${release.version}`;
  const [given, setPicture] = useState<Partial<PictureWords>>({});
  const picture = {
    title: given.title ?? titleOf(props),
    marking: given.marking ?? strictestOf(props.states),
  };
  const save = useMutation({
    mutationFn: async (kind: "pdf" | "svg" | "png" | "json") => {
      const file = `${fileName}.${kind}`;
      if (kind === "pdf") {
        saveFile(file, await layerPdf({ technique_ids: ids, ...release }));
      } else if (kind === "json") {
        saveFile(file, shownNavigator(titleOf(props), release, ids, scores));
      } else {
        const drawn = drawMatrix(pictureOf(props, picture), readPalette());
        if (kind === "svg") saveFile(file, drawn.svg, "image/svg+xml");
        else saveFile(file, await toPng(drawn));
      }
    },
  });
  return (
    <>
      <PictureFields value={picture} onChange={setPicture} />
      <p className={styles.buttons} role="group" aria-label="Exports of what is shown">
        <span>Export as</span>
        {KINDS.map(({ kind, name, needsIds }) => (
          <button
            key={kind}
            type="button"
            disabled={save.isPending || (needsIds && ids.length === 0)}
            onClick={() => save.mutate(kind)}
          >
            {name}
          </button>
        ))}
      </p>
      <Failure error={save.error} />
    </>
  );
}

const KINDS = [
  { kind: "pdf", name: "PDF", needsIds: true },
  { kind: "json", name: "Navigator", needsIds: true },
  { kind: "svg", name: "SVG", needsIds: false },
  { kind: "png", name: "PNG", needsIds: false },
] as const;

function pictureOf(
  props: PaneProps,
  { title, marking }: PictureWords,
): Parameters<typeof drawMatrix>[0] {
  const { search, states, scores, columns, combination, release } = props;
  const shown = states.length === 0 ? null : COMBINATION_WORDS[combination];
  const parts = [`ATT&CK ${releaseName(release)}`, titleOf(props), ...(shown ? [shown.means] : [])];
  return {
    title,
    subtitle: [...new Set(parts)].filter((part) => part !== title).join(" · "),
    marking: marking === "" ? null : marking,
    legendTitle: shown?.means ?? "",
    legend: states.length === 0 ? [] : legendOf(combination, states.length),
    columns,
    scores,
    areOpen: search.open === true || search.search !== undefined,
    except: listOf(search.except),
  };
}

/** Returns the names of the overlays, or describes the filters. */
function titleOf({ states, search, release }: PaneProps): string {
  const names = states.map(({ ref, overlay }) => overlay?.name ?? ref.id);
  const filters = [search.search, search.platform, search.tactic].filter(Boolean);
  const title = [...names, ...filters].join(", ");
  return title === "" ? releaseName(release) : title;
}
