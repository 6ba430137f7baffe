import { loadavg } from "node:os";
import { type Contender, type Running, contenders } from "./answer/contender.ts";
import { type Five, allAnswered, askFive, inOrder, openTalk } from "./answer/conversation.ts";
import { openDatabaseServer } from "./answer/database-server.ts";
import { plainFigures, printMeasured, targetFigures } from "./answer/figures.ts";
import { startInstantModel } from "./answer/instant-model.ts";
import { startInstantSlack } from "./answer/instant-slack.ts";
import { measureRounds } from "./answer/measure-rounds.ts";
import { readOptions } from "./answer/options.ts";
import { type Recovery, recover } from "./answer/recover.ts";
import { openSender } from "./answer/send-event.ts";
import { type Figure, writeResults } from "./results.ts";

/**
 * What Junior's care costs: from a mention in Slack to the reply, beside bots that keep less, on one PostgreSQL, with a
 * Slack and a model that answer at once.
 *   npm run bench -- answer [--messages N] [--rounds N] [--seconds N]
 */
const options = readOptions();
const loadBefore = loadOfMachine();
const server = await openDatabaseServer();
const { fsync, synchronousCommit, version } = server.durability;
console.log(`PostgreSQL ${version}, fsync=${fsync}, synchronous_commit=${synchronousCommit}`);
const [slack, model] = await Promise.all([startInstantSlack(), startInstantModel()]);
const sender = openSender();
const talk = openTalk(slack, sender);
const all = contenders({ databaseUrl: server.urlOf, slackUrl: slack.url, modelUrl: model.url });
const started: { contender: Contender; running: Running }[] = [];
try {
  for (const contender of all) {
    await server.create(contender.database);
    started.push({ contender, running: await contender.start() });
  }
  const measured = await measureRounds({ talk, server }, started, options);
  printMeasured(measured);

  const fives = new Map<string, Five[]>();
  for (let round = 0; round < options.rounds; round++)
    for (const { contender, running } of started)
      fives.set(contender.name, [...(fives.get(contender.name) ?? []), await askFive(talk, slack, running.url)]);
  for (const [name, tries] of fives)
    console.log(
      `${name}: five messages in a thread, ${tries.length} times: all answered ${tries.filter(allAnswered).length} times, in order ${tries.filter(inOrder).length} times`,
    );
  const recoveries = new Map<string, Recovery>();
  for (const one of started) {
    const { recovery, next } = await recover(talk, one.contender, one.running);
    one.running = next;
    recoveries.set(one.contender.name, recovery);
    const { acknowledged, unanswered, recovered, seconds } = recovery;
    console.log(
      `${one.contender.name}: killed with ${acknowledged} acknowledged and ${unanswered} of these unanswered; ${recovered} answered, the last ${seconds.toFixed(1)} s after the kill`,
    );
  }
  console.log();
  const [asked, recovery] = [fives.get("junior"), recoveries.get("junior")];
  if (!asked || !recovery) throw new Error("Junior was not measured");
  const load = [loadBefore, loadOfMachine()];
  console.log(`load of the machine before and after: ${load.map((value) => value.toFixed(1)).join(", ")}\n`);
  const loads = load.map((value, index): Figure => ({
    name: index === 0 ? "load before" : "load after",
    value,
    unit: "processes",
    target: null,
    ok: true,
  }));
  await writeResults("answer", [...targetFigures(measured, asked, recovery), ...plainFigures(measured), ...loads]);
} finally {
  for (const { running } of started) await running.stop();
  sender.close();
  await Promise.all([slack.close(), model.close()]);
  await server.close();
}

/** What else wants the processors; far over their number, ratios suffer too: who takes more steps waits more often. */
function loadOfMachine(): number {
  return loadavg()[0] ?? Number.NaN;
}
