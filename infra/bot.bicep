// The bot as a Linux web app next to the API, its registration with the Bot Service, and the channel to Teams. The bot
// authenticates to Teams with AVA's registration and its secret.
param name string
param location string
param planId string
param apiHost string
param entraClientId string
param teamsAppId string

@secure()
param entraClientSecret string

var host = '${name}.azurewebsites.net'

resource app 'Microsoft.Web/sites@2023-12-01' = {
  name: name
  location: location
  kind: 'app,linux'
  properties: {
    serverFarmId: planId
    httpsOnly: true
    siteConfig: {
      linuxFxVersion: 'NODE|24-lts'
      appCommandLine: 'node bot/src/index.ts'
      alwaysOn: true
      ftpsState: 'Disabled'
      minTlsVersion: '1.2'
      healthCheckPath: '/health'
      appSettings: [
        { name: 'SCM_DO_BUILD_DURING_DEPLOYMENT', value: 'true' }
        { name: 'CUSTOM_BUILD_COMMAND', value: 'npm ci --omit=dev' }
        { name: 'NODE_ENV', value: 'production' }
        // The port that the platform forwards to.
        { name: 'PORT', value: '8080' }
        { name: 'BOT_HOST', value: '0.0.0.0' }
        { name: 'BOT_PORT', value: '8080' }
        { name: 'BOT_ID', value: entraClientId }
        { name: 'BOT_PASSWORD', value: entraClientSecret }
        { name: 'BOT_TENANT_ID', value: tenant().tenantId }
        { name: 'TEAMS_APP_ID', value: teamsAppId }
        { name: 'API_URL', value: 'https://${apiHost}' }
        { name: 'PUBLIC_URL', value: 'https://${apiHost}' }
      ]
    }
  }
}

resource bot 'Microsoft.BotService/botServices@2022-09-15' = {
  name: name
  location: 'global'
  kind: 'azurebot'
  sku: {
    name: 'F0'
  }
  properties: {
    displayName: 'AVA'
    endpoint: 'https://${host}/api/messages'
    msaAppType: 'SingleTenant'
    msaAppId: entraClientId
    msaAppTenantId: tenant().tenantId
  }
}

resource teams 'Microsoft.BotService/botServices/channels@2022-09-15' = {
  parent: bot
  name: 'MsTeamsChannel'
  location: 'global'
  properties: {
    channelName: 'MsTeamsChannel'
  }
}

output id string = app.id
