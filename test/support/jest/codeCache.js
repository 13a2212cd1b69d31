import vm from 'node:vm';

/**
 * Lets V8 reuse compiled code: Jest compiles its own modules, libraries and the product's for every test file again.
 * Takes effect in this process, which runs many test files.
 */
export function reuseCompiledCode() {
  vm.compileFunction = compileFunction;
  vm.SourceTextModule = CachedModule;
}

const { compileFunction: compileUncached, Script, SourceTextModule } = vm;

/** Compiles CommonJS as a script, because V8 caches scripts by their source, but not functions. A script with `import()` is not cached either. */
function compileFunction(source, parameters, options) {
  if (source.includes('import(')) return compileUncached(source, parameters, options);
  const start = `(function (${parameters.join(', ')}) {`;
  const { filename, parsingContext } = options;
  const script = new Script(`${start}${source}\n})`, { filename, columnOffset: -start.length });
  return script.runInContext(parsingContext);
}

const kept = new Map();

/** ES modules, except those with `import()`, which fails in code from the cache. */
class CachedModule extends SourceTextModule {
  constructor(source, options) {
    const known = kept.get(options.identifier);
    const isKnown = known?.source === source;
    super(source, isKnown ? { ...options, cachedData: known.cachedData } : options);
    const isReusable = !isKnown && !source.includes('import(');
    if (isReusable) kept.set(options.identifier, { source, cachedData: this.createCachedData() });
  }
}
