// Compresses the scripts and styles of a built client, whose names change with their content, as far as that is not done:
// node bundling/compress-immutable.js FOLDER. It takes a third
// of the build, so `npm start` does it while the server already answers.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compress, FORMATS, filesBelow } from './compress.js'

const isDone = (path) => Object.keys(FORMATS).every((format) => existsSync(path + format))
const paths = filesBelow(join(process.argv[2], 'files/_app/immutable')).filter((path) =>
  /\.(js|css)$/.test(path),
)
await compress(paths.filter((path) => !isDone(path)))
