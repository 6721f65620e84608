// The API as a Linux web app on Node 24, which runs the TypeScript sources directly. It also serves the tab.
param name string
param location string
param databaseHost string
param databaseName string
param databaseUser string
param storageAccountName string
param entraClientId string
param botId string
param modelsEndpoint string

@secure()
param databasePassword string

@secure()
param entraClientSecret string

@secure()
param modelsKey string

var host = '${name}.azurewebsites.net'
// The password can contain characters that are special in a URL, such as @ and /.
var databaseUrl = 'postgres://${databaseUser}:${uriComponent(databasePassword)}@${databaseHost}/${databaseName}?sslmode=require'
var storageConnection = 'DefaultEndpointsProtocol=https;AccountName=${account.name};AccountKey=${account.listKeys().keys[0].value};EndpointSuffix=${environment().suffixes.storage}'

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' existing = {
  name: storageAccountName
}

resource plan 'Microsoft.Web/serverfarms@2023-12-01' = {
  name: name
  location: location
  kind: 'linux'
  sku: {
    name: 'B1'
  }
  properties: {
    reserved: true
  }
}

resource app 'Microsoft.Web/sites@2023-12-01' = {
  name: name
  location: location
  kind: 'app,linux'
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    siteConfig: {
      linuxFxVersion: 'NODE|24-lts'
      appCommandLine: 'node api/src/index.ts'
      alwaysOn: true
      ftpsState: 'Disabled'
      minTlsVersion: '1.2'
      healthCheckPath: '/health'
      appSettings: [
        { name: 'SCM_DO_BUILD_DURING_DEPLOYMENT', value: 'true' }
        // The tab is built before deployment; here only the packages are installed.
        { name: 'CUSTOM_BUILD_COMMAND', value: 'npm ci --omit=dev' }
        { name: 'NODE_ENV', value: 'production' }
        { name: 'HOST', value: '0.0.0.0' }
        { name: 'PORT', value: '8080' }
        { name: 'PUBLIC_URL', value: 'https://${host}' }
        // The folder that survives a restart and is shared by all instances.
        { name: 'DATA_DIR', value: '/home/data' }
        { name: 'DATABASE_URL', value: databaseUrl }
        { name: 'AZURE_STORAGE_CONNECTION_STRING', value: storageConnection }
        { name: 'ENTRA_TENANT_ID', value: tenant().tenantId }
        { name: 'ENTRA_CLIENT_ID', value: entraClientId }
        { name: 'ENTRA_CLIENT_SECRET', value: entraClientSecret }
        { name: 'ENTRA_APP_ID_URI', value: 'api://${host}/botid-${botId}' }
        { name: 'BOT_ID', value: botId }
        // Create it before the first deployment; env/sandbox/organization.json is an example.
        { name: 'ORGANIZATION_FILE', value: 'env/organization.json' }
        { name: 'OPENAI_BASE_URL', value: modelsEndpoint }
        { name: 'OPENAI_API_KEY', value: modelsKey }
      ]
    }
  }
}

output id string = app.id
output planId string = plan.id
output host string = host
