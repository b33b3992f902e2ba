import { foldText } from "../../../platform/lib/text.ts";

interface Searchable {
  attack_id: string;
  name: string;
  aliases?: readonly string[];
  description: string | null;
}

/**
 * The objects whose id, name, an alias or description holds the text, literally, whatever its case
 * and width in any script.
 */
export function searchIn<T extends Searchable>(objects: T[], search: string | undefined): T[] {
  const wanted = foldText(search ?? "");
  if (wanted === "") return objects;
  return objects.filter(({ attack_id, name, aliases = [], description }) =>
    [attack_id, name, ...aliases, description ?? ""].some((text) =>
      foldText(text).includes(wanted),
    ),
  );
}
