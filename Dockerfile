# The server and its web client, bundled. The final image has the bundles and the few packages they do not contain.
FROM node:24-bookworm-slim AS base
ENV PNPM_HOME=/pnpm CI=true TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1
RUN npm install -g pnpm@10.34.9
WORKDIR /app
# a layer that changes only with the dependencies
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./

FROM base AS build
RUN pnpm fetch
COPY . .
RUN pnpm install --offline --frozen-lockfile
RUN pnpm build

FROM base AS production
# not after `pnpm fetch`, which also puts the packages of tools into node_modules
COPY apps/api/package.json apps/api/package.json
RUN pnpm install --frozen-lockfile --prod --filter @tegenzet/api

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=production /app/package.json package.json
COPY --from=production /app/node_modules node_modules
COPY --from=production /app/apps/api/package.json apps/api/package.json
COPY --from=production /app/apps/api/node_modules apps/api/node_modules
COPY prisma/migrations prisma/migrations
COPY docs docs
COPY packages/tables/data packages/tables/data
COPY packages/puzzles/data packages/puzzles/data
COPY --from=build /app/apps/api/build apps/api/dist
COPY --from=build /app/apps/bot/package.json apps/bot/package.json
COPY --from=build /app/apps/bot/build apps/bot/dist
COPY --from=build /app/apps/web/build apps/web/dist
ARG COMMIT
ENV COMMIT=$COMMIT
USER node
VOLUME /data
EXPOSE 3000
# a first start on a busy machine takes a minute
HEALTHCHECK --interval=10s --timeout=3s --start-period=180s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/dist/server.js"]
