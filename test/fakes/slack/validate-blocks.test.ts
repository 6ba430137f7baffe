import { describe, expect, test } from "vitest";
import { BLOCK_BOUNDARIES } from "./block-boundaries.ts";
import { plain, mrkdwn, letters, many, section, actions, button, input, cells } from "./block-samples.ts";
import { ELEMENT_BOUNDARIES } from "./element-boundaries.ts";
import type { JsonObject } from "./json.ts";
import { validateBlocks } from "./validate-blocks.ts";
import { validateView } from "./validate-view.ts";

describe("message blocks", () => {
  test.each([...BLOCK_BOUNDARIES, ...ELEMENT_BOUNDARIES])("%s", (_, taken, refused, words) => {
    const sent = (blocks: JsonObject[]) => validateBlocks(JSON.parse(JSON.stringify(blocks)));
    expect(sent(taken)).toEqual([]);
    expect(sent(refused)).toEqual(expect.arrayContaining([expect.stringContaining(words)]));
  });

  test("all faults are told, not only the first", () => {
    const faults = validateBlocks([actions(button({ text: plain(letters(76)) }), { type: "slider" }), { type: "header" }]);
    expect(faults).toEqual([
      "[ERROR] must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]",
      "[ERROR] unsupported type: slider [json-pointer:/blocks/0/elements/1/type]",
      "[ERROR] missing required field: text [json-pointer:/blocks/1]",
    ]);
  });

  test("too much text in all is a fault of its own", () => {
    const sections = (last: number) => [
      ...many(4, () => section({ text: mrkdwn(letters(3000)) })),
      section({ text: mrkdwn(letters(last)) }),
    ];
    expect(validateBlocks(sections(1171))).toEqual([]);
    expect(validateBlocks(sections(1172))).toEqual([expect.stringMatching(/^msg_blocks_too_long/)]);
    expect(validateBlocks(sections(1172), "modal")).toEqual([]);
  });

  test.each([
    undefined,
    null,
    "text",
    {},
    [null],
    [[]],
    [{ type: 1 }],
    [{ type: "section", text: "words" }],
    [{ type: "actions", elements: {} }],
  ])("%j is no list of blocks", (blocks) => {
    expect(validateBlocks(blocks)).not.toEqual([]);
  });
});

describe("views", () => {
  const modal = (over: JsonObject = {}) => ({
    type: "modal",
    title: plain("Answer"),
    submit: plain("Send"),
    blocks: [section()],
    ...over,
  });

  test.each([
    [
      "100 blocks",
      modal({ blocks: many(100, () => section()) }),
      modal({ blocks: many(101, () => section()) }),
      "no more than 100 items allowed [json-pointer:/view/blocks]",
    ],
    ["title 24", modal({ title: plain(letters(24)) }), modal({ title: plain(letters(25)) }), "less than 25"],
    ["submit 24", modal({ submit: plain(letters(24)) }), modal({ submit: plain(letters(25)) }), "less than 25"],
    ["callback_id 255", modal({ callback_id: letters(255) }), modal({ callback_id: letters(256) }), "less than 256"],
    ["private_metadata 3000", modal({ private_metadata: letters(3000) }), modal({ private_metadata: letters(3001) }), "less than 3001"],
    [
      "submit for inputs",
      modal({ blocks: [input({ type: "file_input" })] }),
      modal({ submit: undefined, blocks: [input({ type: "plain_text_input" })] }),
      "missing required field: submit",
    ],
    [
      "no markdown in a modal",
      modal({ blocks: [{ type: "alert", text: plain("a") }] }),
      modal({ blocks: [{ type: "markdown", text: "a" }] }),
      "unsupported type: markdown",
    ],
    ["no table in a modal", modal(), modal({ blocks: [{ type: "table", rows: [cells(1)] }] }), "unsupported type: table"],
  ])("%s", (_, taken, refused, words) => {
    expect(validateView(taken, "modal")).toEqual([]);
    expect(validateView(JSON.parse(JSON.stringify(refused)), "modal")).toEqual(expect.arrayContaining([expect.stringContaining(words)]));
  });

  test("a home has no title and no alerts", () => {
    expect(validateView({ type: "home", blocks: [section(), actions(button())] }, "home")).toEqual([]);
    expect(validateView({ type: "home", title: plain("Home"), blocks: [] }, "home")).toEqual([
      expect.stringContaining("invalid additional property: title"),
    ]);
    expect(validateView({ type: "home", blocks: [{ type: "alert", text: plain("a") }] }, "home")).toEqual([
      expect.stringContaining("unsupported type: alert"),
    ]);
  });
});
