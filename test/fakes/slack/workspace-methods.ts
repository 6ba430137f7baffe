import { ApiRefusal } from "./api-arguments.ts";
import { page } from "./api-method.ts";
import type { ApiMethod, ApiMethods } from "./api-method.ts";
import { presentUser } from "./presenters.ts";

const authTest: ApiMethod = ({ workspace }) => {
  const { teamId, teamName, domain, botUserId, botId } = workspace.identity;
  return {
    url: `https://${domain}.slack.com/`,
    team: teamName,
    user: "junior",
    team_id: teamId,
    user_id: botUserId,
    bot_id: botId,
    is_enterprise_install: false,
  };
};

const teamInfo: ApiMethod = ({ workspace }) => {
  const { teamId, teamName, domain } = workspace.identity;
  return { team: { id: teamId, name: teamName, domain, email_domain: "", icon: {} } };
};

const botInfo: ApiMethod = ({ args, workspace }) => {
  const { botId, botUserId, appId } = workspace.identity;
  const wanted = args.needed("bot");
  const other = [...workspace.users.values()].find((user) => user.botId === wanted && user.id !== botUserId);
  if (wanted !== botId && !other) throw new ApiRefusal("bot_not_found");
  return {
    bot: {
      id: wanted,
      deleted: false,
      name: other?.name ?? "junior",
      user_id: other?.id ?? botUserId,
      app_id: other ? `A${other.id.slice(1)}` : appId,
      icons: {},
    },
  };
};

const userInfo: ApiMethod = ({ args, workspace }) => {
  const user = workspace.users.get(args.needed("user"));
  if (!user) throw new ApiRefusal("user_not_found");
  return { user: presentUser(user) };
};

const lookupByEmail: ApiMethod = ({ args, workspace }) => {
  const email = args.needed("email").toLowerCase();
  const user = [...workspace.users.values()].find((known) => known.email?.toLowerCase() === email && !known.isStranger);
  if (!user) throw new ApiRefusal("users_not_found");
  return { user: presentUser(user) };
};

const usersList: ApiMethod = ({ args, workspace }) => {
  const found = page(
    [...workspace.users.values()].filter((user) => !user.isStranger),
    args,
    1000,
    1000,
  );
  return {
    members: found.entries.map(presentUser),
    cache_ts: Math.floor(workspace.now() / 1000),
    response_metadata: { next_cursor: found.nextCursor },
  };
};

export const workspaceMethods: ApiMethods = {
  "auth.test": authTest,
  "team.info": teamInfo,
  "bots.info": botInfo,
  "users.info": userInfo,
  "users.lookupByEmail": lookupByEmail,
  "users.list": usersList,
};
