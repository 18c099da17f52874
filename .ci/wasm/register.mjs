// Imported before the program of the engines: `chdb` becomes ClickHouse compiled to WebAssembly.
import { registerHooks } from 'node:module';

const standIn = new URL('chdb.mjs', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'chdb' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
