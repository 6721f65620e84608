// Says what happens before the sandbox's hundreds of modules are loaded, which takes seconds.
console.log('Starting AVA with stand-ins for Microsoft 365 and a model…');
await import('./start.ts');
