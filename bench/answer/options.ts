import { parseArgs } from "node:util";

export type Options = { messages: number; rounds: number; seconds: number };

const help = `npm run bench -- answer [options]
Measures Junior beside a raw floor, plain Bolt and Vercel's Chat SDK, with a model and a Slack that answer at once.

  --messages N   messages of each part of a round (200)
  --rounds N     rounds, each with every contender, the order turned by one each time (5)
  --seconds N    longest time for one part of a round (20)
  --help         this text`;

/** Ends the process where the options ask for help or cannot be read. */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      messages: { type: "string", default: "200" },
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "20" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const options = { messages: Number(values.messages), rounds: Number(values.rounds), seconds: Number(values.seconds) };
  if (Object.values(options).every((value) => Number.isInteger(value) && value > 0)) return options;
  console.error(`Each option takes a whole number of 1 or more.\n\n${help}`);
  process.exit(2);
}
