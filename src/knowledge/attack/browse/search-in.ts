import { foldText } from "../../../platform/lib/text.ts";

interface Searchable {
  attack_id: string;
  name: string;
  aliases?: readonly string[];
  description: string | null;
}

/**
 * Returns the objects whose id, name, alias or description contains the text literally, ignoring case and width in any
 * script.
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
