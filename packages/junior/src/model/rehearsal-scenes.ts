/**
 * What the rehearsal model can play. Demos and browser tests click these prompts,
 * so a prompt, once here, keeps its words.
 */
export type RehearsalScene = {
  prompt: string;
  triggers: string[];
  /** It plays in Slack alone, and is offered nowhere else. */
  onlyInSlack?: true;
  play: { says: string } | { asks: ReviewItemInput } | Working;
};

/** Calls, one for each step, and what is said after the last one or after the first that fails; "" says nothing. */
type Working = { calls: { tool: string; input: Record<string, unknown> }[]; says: string; saysOfFailure: string };

/** The input of the tool `addReviewItem`. */
export type ReviewItemInput = { title: string; ask: string; request: Record<string, unknown> };

export const rehearsalScenes: RehearsalScene[] = [
  {
    prompt: "Say hello",
    triggers: ["say hello"],
    play: { says: "Hello! I am Junior. I am only rehearsing, but the questions I put on the desk are real." },
  },
  {
    prompt: "Ask me to choose a colour",
    triggers: ["ask me to choose", "ask me something"],
    play: {
      asks: {
        title: "Pick a colour",
        ask: "Choose the colour of the new button.",
        request: {
          kind: "decision",
          questions: [
            {
              id: "colour",
              label: "Which colour?",
              required: true,
              input: {
                kind: "single-choice",
                options: [
                  { id: "blue", label: "Blue", description: "Like the rest of the page.", recommended: true },
                  { id: "green", label: "Green", description: "Says that it is safe to press." },
                  { id: "red", label: "Red", description: "Seen first, and alarming." },
                ],
              },
            },
          ],
        },
      },
    },
  },
  {
    prompt: "Ask me for a release name",
    triggers: ["ask me for a release name"],
    play: {
      asks: {
        title: "Name the release",
        ask: "Give the next release a name.",
        request: {
          kind: "decision",
          questions: [{ id: "name", label: "What is the release called?", required: true, input: { kind: "text" } }],
        },
      },
    },
  },
  {
    prompt: "Ask me to do something",
    triggers: ["ask me to do something"],
    play: {
      asks: {
        title: "Water the plant by the window",
        ask: "Give it one glass of water, then confirm.",
        request: { kind: "task" },
      },
    },
  },
  {
    prompt: "Ask me a form",
    triggers: ["ask me a form"],
    play: {
      asks: {
        title: "Plan the release",
        ask: "Say when it goes out, to whom, and what to mind.",
        request: {
          kind: "decision",
          questions: [
            {
              id: "day",
              label: "On which day?",
              required: true,
              input: {
                kind: "single-choice",
                options: [
                  { id: "tuesday", label: "Tuesday", recommended: true },
                  { id: "thursday", label: "Thursday" },
                ],
              },
            },
            {
              id: "regions",
              label: "In which regions?",
              required: true,
              input: {
                kind: "multiple-choice",
                options: [
                  { id: "europe", label: "Europe" },
                  { id: "americas", label: "Americas" },
                  { id: "asia", label: "Asia" },
                ],
                min: 1,
              },
            },
            { id: "notes", label: "Anything to mind?", required: false, input: { kind: "text", multiline: true } },
          ],
        },
      },
    },
  },
  {
    prompt: "React to this",
    onlyInSlack: true,
    triggers: ["react to this"],
    play: {
      calls: [{ tool: "addReaction", input: { emoji: "tada" } }],
      says: "",
      saysOfFailure: "I would put a 🎉 on your message, but there are no reactions here: try it in a Slack thread.",
    },
  },
  {
    prompt: "Write me a file",
    triggers: ["write me a file"],
    play: {
      calls: [
        { tool: "writeFile", input: { path: "tour.csv", content: "stop,minutes\ndesk,2\nthread,3\n" } },
        { tool: "runCommand", input: { command: "wc -l tour.csv" } },
        { tool: "attachFile", input: { path: "tour.csv" } },
      ],
      says: "I wrote tour.csv in my sandbox, counted its lines there and attached it here.",
      saysOfFailure: "My sandbox did not do what I wanted, so there is no file.",
    },
  },
  {
    prompt: "Do a slow job",
    triggers: ["do a slow job"],
    play: {
      calls: [1, 2, 3, 4, 5].map((step) => ({
        tool: "runCommand",
        input: { command: `sleep 3; echo "step ${step} of 5" | tee -a job.log` },
      })),
      says: "The slow job is done: five steps, each written down before the next began. Kill me with kill -9 in the middle and start me again: I go on from the last step.",
      saysOfFailure: "A step of the slow job failed, so I stopped there.",
    },
  },
];

/** The scene that a text asks for: the one whose trigger stands in its last paragraph. */
export function findScene(text: string): RehearsalScene | undefined {
  const wish = lastParagraph(text).toLowerCase();
  return rehearsalScenes.find((scene) => scene.triggers.some((trigger) => wish.includes(trigger)));
}

/** Lines that name the author, and what others wrote, stand before the wish in paragraphs of their own. */
function lastParagraph(text: string): string {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return paragraphs.at(-1) ?? "";
}
