import { z } from "zod";
import { BLOCK_KINDS } from "../../../text/document/document.ts";
import { SECTION_KINDS } from "../../../text/headings/section-kind.ts";

const offset = (which: string) =>
  z.int().meta({ description: `${which} in the stored text, in UTF-16 code units.` });

const span = { start: offset("Start"), end: offset("End") };

const points = (what: string) => z.number().meta({ description: `${what}, in points.` });

const blockSchema = z
  .object({
    ...span,
    kind: z.enum(BLOCK_KINDS).meta({
      description:
        "What the part is. heading: announces what follows; paragraph: running text; item: entry of a list; row: row of a table; code: commands or configuration, line by line; furniture: belongs to the page and not to the report, such as page heads and feet, watermarks and license lines, and is not analyzed.",
    }),
    level: z.int().min(1).optional().meta({
      description:
        "Of a heading from 1 (highest) to 6; of an item how deep it is nested, from 1. Absent from other kinds.",
    }),
    cells: z.array(z.object(span)).optional().meta({
      description:
        "Cells of a row in the order of the columns; an empty cell has no length. Absent from other kinds.",
    }),
    page: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "Page that the part begins on; PDF only." }),
    continues: z.literal(true).optional().meta({
      description:
        "Present if the part continues the one before the furniture in front of it, as a paragraph does across a page break.",
    }),
    section: z.enum(SECTION_KINDS).meta({
      description:
        "What the section is for that the part is in, or that the heading begins, by the words of the headings above. body: what happened, or anything else; advice, detection: for defenders; indicators, tools, services, victims: lists of these; excluded: what malware skips; references: sources; contact, vendor: who wrote the report; contents: table of contents; related: menus and other articles; definition: explains a term.",
    }),
    source: z.enum(["format", "inferred"]).meta({
      description:
        "Where that comes from. format: the file says so; inferred: it follows from the text.",
    }),
  })
  .meta({
    id: "OutlineBlock",
    example: {
      start: 0,
      end: 23,
      kind: "heading",
      level: 1,
      page: 1,
      section: "body",
      source: "format",
    },
  });

const pageSchema = z
  .object({
    number: z.int().min(1).meta({ description: "Number of the page, from 1." }),
    width: points("Width of the page"),
    height: points("Height of the page"),
    lines: z
      .array(
        z.object({
          ...span,
          x: points("Distance of the line from the left edge of the page"),
          y: points("Distance of the line from the upper edge of the page"),
          width: points("Width of the line"),
          height: points("Height of the line"),
        }),
      )
      .meta({ description: "Lines of the text that are printed on the page." }),
  })
  .meta({ id: "OutlinePage" });

/** The outline of a session's text in responses. */
export const outlineSchema = z
  .object({
    language: z.string().nullable().meta({
      description: "ISO 639-1 code of the main language; null if it is unclear.",
      example: "en",
    }),
    chars: z.int().meta({ description: "Length of the text in UTF-16 code units." }),
    blocks: z.array(blockSchema).meta({ description: "Parts of the text, in order." }),
    pages: z.array(pageSchema).meta({
      description: "Pages of a PDF, with the place of each line; empty for other formats.",
    }),
  })
  .meta({ id: "OutlineOut" });

export type OutlineView = z.output<typeof outlineSchema>;
