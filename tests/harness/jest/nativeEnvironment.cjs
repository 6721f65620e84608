const { ModuleMocker } = require('jest-mock');

/** A jest `testEnvironment` without the global object that jest creates for each test file; `nativeRunner.cjs` uses Node's. */
module.exports = class NativeEnvironment {
  global = {};
  moduleMocker = new ModuleMocker(globalThis);

  async setup() {}

  async teardown() {}

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
