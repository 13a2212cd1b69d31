export API=https://YOUR-API
export KEY=YOUR-KEY
